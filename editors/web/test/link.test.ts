import { deflateSync, strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { fragment, isShared, parse } from "../src/project/link";

const project = { name: "Häuser & Orks", files: [["mine.affray", "rules mine {}\n"], ["sub/fight.affray", "scenario \"龍\" {}\n"]] as [string, string][], active: "mine.affray", scenario: "龍" };

const encoded = (data: unknown) => "#p1=" + btoa(String.fromCharCode(...deflateSync(strToU8(typeof data === "string" ? data : JSON.stringify(data))))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

describe("a project as a link", () => {
  test("comes back as it went", () => {
    const hash = fragment(project);
    expect(isShared(hash)).toBe(true);
    expect(hash).toMatch(/^#p1=[\w-]+$/);
    expect(parse(hash)).toEqual(project);
  });

  test.each([
    ["nothing", "#p1="],
    ["no base64", "#p1=%%%"],
    ["what is not compressed", "#p1=aGVsbG8"],
    ["another fragment", "#section"],
    ["a cut link", fragment(project).slice(0, -20)],
    ["no JSON", encoded("rules mine {}")],
    ["a list", encoded([])],
    ["null", encoded(null)],
    ["files that are none", encoded({ name: "x", active: "x", files: [1] })],
    ["a text that is none", encoded({ name: "x", active: "x", files: [["x.affray", 1]] })],
    ["a name that is none", encoded({ name: 1, active: "x", files: [] })],
    ["a path that leads out", encoded({ name: "x", active: "x", files: [["../x.affray", ""]] })],
    ["an absolute path", encoded({ name: "x", active: "x", files: [["/x.affray", ""]] })],
    ["an address", encoded({ name: "x", active: "x", files: [["javascript:alert(1).affray", ""]] })],
    ["other files", encoded({ name: "x", active: "x", files: [["x.html", ""]] })],
    ["too many files", encoded({ name: "x", active: "x", files: Array.from({ length: 257 }, (_, number) => [`f${number}.affray`, ""]) })],
    ["a small link that becomes a large text", encoded({ name: "x", active: "x", files: [["x.affray", "a".repeat(5 << 20)]] })],
  ])("%s is refused", (_, hash) => expect(parse(hash)).toBeUndefined());

  test("names cannot reach the prototype", () => {
    expect(parse(encoded('{"__proto__":{"polluted":1},"name":"x","active":"x","files":[["__proto__.affray","x"]]}'))?.files).toEqual([["__proto__.affray", "x"]]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
