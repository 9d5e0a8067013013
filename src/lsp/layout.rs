//! A file laid out as all files are.

use gen_lsp_types as lsp;

use super::session::EditorSession;
use super::shift::Edit;
use super::wire::RequestRefusal;
use crate::source::Limits;
use crate::syntax;

pub(super) fn formatting(
    session: &mut EditorSession,
    params: lsp::DocumentFormattingParams,
) -> Result<Vec<lsp::TextEdit>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let text = session.text(&target);
    // A text with mistakes is left alone; what is wrong with it has been told.
    let Ok(laid_out) = syntax::format(target.file, text, &Limits::DEFAULT) else {
        return Ok(Vec::new());
    };
    if laid_out == text {
        return Ok(Vec::new());
    }
    let edit = whole_lines(Edit::between(text, &laid_out), text, &laid_out);
    let range = session.places.range(text, edit.start..edit.old_end);
    let new = laid_out[edit.start..edit.new_end].to_owned();
    Ok(vec![lsp::TextEdit::new(range, new)])
}

/// The edit with the lines whole in which it begins and ends, so that it cuts no character in two.
fn whole_lines(edit: Edit, old: &str, new: &str) -> Edit {
    let mut same = old.as_bytes()[..edit.start].iter();
    let start = same.rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let rest = &old.as_bytes()[edit.old_end..];
    let tail = rest.iter().position(|byte| *byte == b'\n');
    let more = tail.unwrap_or(rest.len());
    Edit {
        start,
        old_end: edit.old_end + more,
        new_end: (edit.new_end + more).min(new.len()),
    }
}
