//! `src/run/varint.rs`

use affray::ruleset::MISSING;
use affray::run::varint::{VarintReader, VarintWriter};

#[test]
fn what_is_written_is_read() {
    let mut writer = VarintWriter::default();
    let values = [0, -1, 1, 63, 64, -64, -65, i64::MAX, i64::MIN + 1, MISSING];
    values.iter().for_each(|&value| writer.put(value));
    let mut reader = VarintReader::new(writer.bytes(), writer.apart());
    for value in values {
        assert_eq!(reader.take(), value);
    }
    assert_eq!(writer.bytes()[0], 1, "a nought takes one byte");
}
