//! How what is drawn looks: one class for each style, the colours of Okabe and Ito in a light and a dark scheme. Shapes, dashes and words say
//! everything that colours say.

use super::layout::{SIDES, Style};
use std::fmt::Write;

/// The names of the colours, with their values on light and on dark ground.
const COLOURS: [(&str, &str, &str); 8 + SIDES] = [
    ("ground", "#ffffff", "#15181d"),
    ("shade", "#f3f4f6", "#1c2026"),
    ("band", "#e6e8ec", "#272c34"),
    ("rule", "#c9cdd4", "#3a414c"),
    ("ink", "#16181c", "#eef0f3"),
    ("soft", "#4a4f57", "#bcc2cc"),
    ("way", "#5b616b", "#aab1bd"),
    ("join", "#16181c", "#eef0f3"),
    ("side0", "#0072b2", "#56b4e9"),
    ("side1", "#d55e00", "#e69f00"),
    ("side2", "#009e73", "#2bd4a4"),
    ("side3", "#b5578e", "#e3a3c8"),
    ("side4", "#8a6d00", "#f0e442"),
    ("side5", "#555b66", "#b7bdc8"),
];

/// The class of a style.
pub fn class(style: Style) -> String {
    let (name, side) = match style {
        Style::Ground => ("ground", None),
        Style::Shade => ("shade", None),
        Style::Band => ("band", None),
        Style::Stripe(side) => ("stripe", Some(side)),
        Style::Rule => ("rule", None),
        Style::Chip(side) => ("chip", Some(side)),
        Style::Lost => ("lost", None),
        Style::Bar(side) => ("bar", Some(side)),
        Style::Join => ("join", None),
        Style::Arrow => ("way", None),
        Style::Head => ("head", None),
        Style::Sign(side) => ("sign", Some(side)),
        Style::Ring(side) => ("ring", Some(side)),
        Style::Stroke => ("stroke", None),
        Style::Outline => ("outline", None),
        Style::Letter | Style::Ink => ("ink", None),
        Style::Soft => ("soft", None),
    };
    match side {
        Some(side) => format!("ap-{name} ap-s{side}"),
        None => format!("ap-{name}"),
    }
}

/// The style sheet of a picture whose reader chooses the scheme.
pub fn adaptive() -> String {
    let mut out = String::from(".affray-picture{");
    for (name, light, _) in COLOURS {
        _ = write!(out, "--ap-{name}:{light};");
    }
    out.push_str("}@media (prefers-color-scheme:dark){.affray-picture{");
    for (name, _, dark) in COLOURS {
        _ = write!(out, "--ap-{name}:{dark};");
    }
    out.push_str("}}");
    rules(&mut out, |name| format!("var(--ap-{name})"));
    out.push_str(
        "@media (hover:hover){g:hover>.ap-way{stroke:var(--ap-ink);stroke-width:4}g:hover>.ap-chip{stroke-width:3}}",
    );
    out
}

/// The style sheet of a picture in one scheme, for those who draw without a reader.
pub fn fixed(dark: bool) -> String {
    let mut out = String::new();
    rules(&mut out, |name| {
        let colour = COLOURS.iter().find(|colour| colour.0 == name);
        let shown = colour.map_or("#000000", |colour| if dark { colour.2 } else { colour.1 });
        shown.to_string()
    });
    out
}

fn rules(out: &mut String, colour: impl Fn(&str) -> String) {
    let (ground, shade, band, rule) = (
        colour("ground"),
        colour("shade"),
        colour("band"),
        colour("rule"),
    );
    let (ink, soft, way, join) = (colour("ink"), colour("soft"), colour("way"), colour("join"));
    _ = write!(
        out,
        ".ap-ground{{fill:{ground}}}.ap-shade{{fill:{shade}}}.ap-band{{fill:{band}}}\
         .ap-rule{{stroke:{rule};stroke-width:1;fill:none}}\
         .ap-ink{{fill:{ink}}}.ap-soft{{fill:{soft}}}\
         .ap-join{{stroke:{join};stroke-width:3;fill:none;stroke-linecap:square}}\
         .ap-way{{stroke:{way};stroke-width:2;fill:none;stroke-linejoin:round}}.ap-head{{fill:{way}}}\
         .ap-lost{{fill:{ground};stroke:{soft};stroke-width:1;stroke-dasharray:4 3}}\
         .ap-stroke{{stroke:{ink};stroke-width:3;fill:none;stroke-linecap:round}}\
         .ap-outline{{stroke:{ink};stroke-width:2;fill:none}}"
    );
    for side in 0..SIDES {
        let own = colour(&format!("side{side}"));
        _ = write!(
            out,
            ".ap-stripe.ap-s{side},.ap-sign.ap-s{side}{{fill:{own}}}\
             .ap-chip.ap-s{side}{{fill:{ground};stroke:{own};stroke-width:2}}\
             .ap-ring.ap-s{side}{{fill:{ground};stroke:{own};stroke-width:2}}\
             .ap-bar.ap-s{side}{{fill:{own};fill-opacity:.55;stroke:{own};stroke-width:1}}"
        );
    }
}
