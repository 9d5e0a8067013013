import { zipSync, strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { pack, unpack } from "../src/project/archive";
import { FIRST, LIBRARY, takeIn } from "../src/project/library";
import { between, fault, free, isKept, pathOf, uriOf } from "../src/project/paths";
import { count } from "../src/panels/test";

describe("paths", () => {
  test.each(["x.affray", "rules/osric.affray", "königin/my rules.affray", "a__b.snap"])("%s is one", (path) => expect(isKept(path)).toBe(true));
  test.each(["", "/x.affray", "../x.affray", "a/../x.affray", "a//x.affray", "a\\x.affray", "c:x.affray", "x\u0000.affray", "x\u202e.affray", " x.affray", "x.html", `${"a".repeat(160)}.affray`])(
    "%j is none", (path) => expect(isKept(path)).toBe(false));
  test("what is wrong is told", () => {
    expect(fault("")).toBe("empty");
    expect(fault("a".repeat(161))).toBe("long");
    expect(fault("..")).toBe("shape");
    expect(fault("x")).toBeUndefined();
  });
  test("addresses come back as they went", () => {
    for (const path of ["x.affray", "a b/ö 100.affray", "rules/lib/sides.affray"]) expect(pathOf(uriOf(path))).toBe(path);
    expect(pathOf("https://x/y")).toBeUndefined();
    expect(pathOf("file:///%zz")).toBeUndefined();
  });
  test("one file names another", () => {
    expect(between("mine.affray", "rules/osric.affray")).toBe("rules/osric.affray");
    expect(between("examples/mine.affray", "rules/osric.affray")).toBe("../rules/osric.affray");
    expect(between("a/b/x.affray", "a/c/y.affray")).toBe("../c/y.affray");
    expect(between("a/x.affray", "a/y.affray")).toBe("y.affray");
  });
  test("a free path is found", () => {
    expect(free("x.affray", () => false)).toBe("x.affray");
    expect(free("a.b/x.log.affray", (path) => path === "a.b/x.log.affray")).toBe("a.b/x_2.log.affray");
  });
});

describe("archives", () => {
  test("come back as they went, and are the same bytes each time", async () => {
    const files: [string, string][] = [["b.affray", "rules b {}\n"], ["a/ä.affray", "龍\n"]];
    const bytes = pack(files);
    expect(pack([...files].reverse())).toEqual(bytes);
    expect(await unpack(bytes)).toEqual({ files: [...files].sort(), left: [] });
  });
  test("only files of a project are taken", async () => {
    const bytes = zipSync({ "../evil.affray": strToU8("x"), "page.html": strToU8("x"), "good.affray": strToU8("x"), "folder/": new Uint8Array() });
    expect(await unpack(bytes)).toEqual({ files: [["good.affray", "x"]], left: ["../evil.affray", "page.html"] });
  });
  test("what is no archive is refused", async () => {
    await expect(unpack(strToU8("this is no archive"))).rejects.toBeDefined();
  });
});

describe("the library", () => {
  test("has the examples at once, and the rules of the module at their places", () => {
    for (const path of [FIRST, "examples/tour/1_blows.affray"]) expect(LIBRARY.get(path), path).toContain("\n");
    expect([...LIBRARY.keys()].filter((path) => path.startsWith("rules/"))).toEqual([]);
    takeIn([{ path: "affray:lib/sides.affray", text: "rules sides {}\n" }]);
    expect(LIBRARY.get("rules/lib/sides.affray")).toBe("rules sides {}\n");
  });
});

test("statements in ranges are counted", () => {
  expect(count("")).toBe(0);
  expect(count("OS-3")).toBe(1);
  expect(count("OS-1..4, OS-7, OS-9..10")).toBe(7);
});
