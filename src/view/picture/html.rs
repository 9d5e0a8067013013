//! The picture as a page of its own: no script, no request, nothing to fetch. Each panel can be scrolled by itself; below it stands what happened.

use super::layout::Extent;
use super::picture;
use super::svg::Scheme;
use crate::source::Xml;
use crate::view::outline::Outline;
use std::fmt::Write;

/// How the page looks. The browser takes its own colours, light or dark.
const STYLE: &str = ":root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,\"DejaVu Sans\",Verdana,sans-serif;margin:1.5rem auto;padding:0 1rem;max-width:110rem;\
background:#fff;color:#16181c}\
h1{font-size:1.6rem;line-height:1.2;margin:0}h2{font-size:1.2rem;margin:1.6rem 0 .4rem}\
p{max-width:50rem;margin:.4rem 0;overflow-wrap:anywhere}h1,h2{overflow-wrap:anywhere}\
.by{opacity:.8}.scroll{overflow-x:auto}svg{display:block}\
@media (prefers-color-scheme:dark){body{background:#15181d;color:#eef0f3}}\
@media print{.scroll{overflow:visible}svg{max-width:100%;height:auto}section{break-inside:avoid}}";

/// The page. `stories`: what is told below each panel, if anything.
pub fn html(outline: &Outline, stories: &[String]) -> String {
    let title = Xml(&outline.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if !outline.rules.is_empty() {
        _ = writeln!(out, "<p class=\"by\">by {}</p>", Xml(&outline.rules));
    }
    if outline.panels.is_empty() {
        out.push_str("<p>Nobody does anything.</p>\n");
    }
    for (index, panel) in outline.panels.iter().enumerate() {
        out.push_str("<section>\n");
        if !panel.heading.is_empty() {
            _ = writeln!(out, "<h2>{}</h2>", Xml(&panel.heading));
        }
        if !panel.marks.is_empty() {
            let drawing = picture(outline, Extent::Panel(index), Scheme::Reader);
            _ = writeln!(out, "<div class=\"scroll\">\n{drawing}</div>");
        }
        for line in stories.get(index).map_or("", String::as_str).lines() {
            // An arrow stays with what it leads on from.
            let line = Xml(line).to_string().replace(" \u{2192}", "\u{a0}\u{2192}");
            _ = writeln!(out, "<p>{line}</p>");
        }
        out.push_str("</section>\n");
    }
    if !outline.panels.is_empty() {
        let legend = picture(outline, Extent::Legend, Scheme::Reader);
        _ = writeln!(out, "<div class=\"scroll\">\n{legend}</div>");
    }
    out.push_str("</body>\n</html>\n");
    out
}
