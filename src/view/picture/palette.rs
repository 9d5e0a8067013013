//! How what is drawn looks: one class for each style, the colours of Okabe and Ito in a light and a dark scheme. Shapes, dashes and words say
//! everything that colours say.

use super::layout::{SIDES, StyleClass};
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
pub fn class(style: StyleClass) -> String {
    let (name, side) = match style {
        StyleClass::Ground => ("ground", None),
        StyleClass::Shade => ("shade", None),
        StyleClass::Band => ("band", None),
        StyleClass::Stripe(side) => ("stripe", Some(side)),
        StyleClass::Rule => ("rule", None),
        StyleClass::Chip(side) => ("chip", Some(side)),
        StyleClass::Lost => ("lost", None),
        StyleClass::Bar(side) => ("bar", Some(side)),
        StyleClass::Join => ("join", None),
        StyleClass::Arrow => ("way", None),
        StyleClass::Head => ("head", None),
        StyleClass::Sign(side) => ("sign", Some(side)),
        StyleClass::Ring(side) => ("ring", Some(side)),
        StyleClass::Stroke => ("stroke", None),
        StyleClass::Outline => ("outline", None),
        StyleClass::Letter | StyleClass::Ink => ("ink", None),
        StyleClass::Soft => ("soft", None),
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
