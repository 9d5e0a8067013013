//! Writing files: the only code of the library that changes anything on a disk. It says over what a file may be written, and writes the whole of it or
//! nothing. `docs/architecture.md` lists who writes what.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Unreadable;
use super::append::{LogDisk, append};
use super::disk::{PROJECT_FILE, read};
use super::files::EXTENSION;
use crate::snapshot::Snapshot;
use crate::source::{Clean, Limits};

/// Over what a file may be written. Never over a folder, a link, a device or a pipe, and never over what is write-protected.
#[derive(Clone, Copy)]
pub enum Over<'a> {
    /// Over nothing: the file is new.
    Nothing,
    /// Over a file that ends with one of these lines: the verb that writes it has made it.
    Marked(&'a [&'a str]),
    /// Over a file that ends with this line, whatever it is called.
    Own(&'a str),
    /// Over a snapshot of a scenario.
    Snapshot,
    /// Over any file but those that people write: rule files and the mark of a project.
    Any,
    /// Over the file itself, in another form.
    Itself,
}

/// What is larger was not written here.
const MOST: u64 = Limits::HARD.file_bytes as u64;

/// No file takes longer than this to be written; used where the system does not tell which processes run.
const LONG: Duration = Duration::from_secs(60 * 60);

/// The log of a fight, to which one process adds lines.
pub struct LogFile {
    place: PathBuf,
    file: File,
    /// How long the file is.
    length: u64,
    /// Held as long as this is.
    _lock: Lock,
}

/// A log as it was found.
pub struct FoundLog {
    /// Its whole lines, and the brace of the scenario if they do not end with it.
    pub text: String,
    /// What a write that did not come to its end has left behind them.
    torn: Vec<u8>,
    /// The file holds the text and nothing else.
    is_whole: bool,
}

impl LogDisk for File {
    fn end_at(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// What ends every log: the brace of its scenario.
const CLOSED: &str = "}\n";

impl LogFile {
    /// Begins a log. Its file is new.
    ///
    /// # Errors
    ///
    /// Says why it cannot be written.
    pub fn begin(place: &Path, text: &str) -> Result<Self, Unreadable> {
        let lock = Lock::of(place)?;
        write(place, text, Over::Nothing, &[])?;
        LogFile::locked(place, lock)
    }

    /// Opens a log, and reads it. Writes nothing: [`LogFile::mend`] does.
    ///
    /// # Errors
    ///
    /// Says why it cannot be read, or that another process has it open.
    pub fn open(place: &Path) -> Result<(Self, FoundLog), Unreadable> {
        may_write(place, Over::Itself, &[])?;
        let lock = Lock::of(place)?;
        let mut bytes = read(place, MOST)?;
        let torn = bytes.split_off(whole_lines(&bytes));
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        let is_closed = text.ends_with(&format!("\n{CLOSED}"));
        if !is_closed {
            text.push_str(CLOSED);
        }
        let is_whole = is_closed && torn.is_empty();
        let found = FoundLog {
            text,
            torn,
            is_whole,
        };
        Ok((LogFile::locked(place, lock)?, found))
    }

    /// Puts the whole lines of a log in its place, if more or less than these stands there. What is torn is put into a file beside it before, which is returned.
    ///
    /// # Errors
    ///
    /// Says why it cannot be written; then the log is as it was.
    pub fn mend(&mut self, found: &FoundLog) -> Result<Option<PathBuf>, Unreadable> {
        if found.is_whole {
            return Ok(None);
        }
        let damaged = match found.torn.trim_ascii() {
            [] => None,
            _ => Some(keep(&self.place, &found.torn)?),
        };
        self.replace(&found.text)?;
        Ok(damaged)
    }

    /// Keeps a text beside the log, as damaged; where it is kept.
    ///
    /// # Errors
    ///
    /// Says why it cannot be written.
    pub fn keep(&self, text: &str) -> Result<PathBuf, Unreadable> {
        keep(&self.place, text.as_bytes())
    }

    fn locked(place: &Path, lock: Lock) -> Result<Self, Unreadable> {
        let opened = File::options().read(true).write(true).open(place);
        let opened = opened.and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(|error| cannot(&error))?;
        Ok(LogFile {
            place: place.to_owned(),
            file,
            length,
            _lock: lock,
        })
    }

    /// Adds lines before the end of the log, which becomes another one of the same length: in one write, and on the disk when this returns.
    ///
    /// # Errors
    ///
    /// Says why they are not written. Then the file is as it was, as far as the disk allows that, and no more may be added.
    pub fn append(&mut self, lines: &[String], closing: &str) -> Result<(), Unreadable> {
        let appended = append(&mut self.file, self.length, lines, closing);
        self.length = appended.map_err(|error| cannot(&error))?;
        Ok(())
    }

    /// Puts another text in the place of the log, atomically.
    ///
    /// # Errors
    ///
    /// Says why it is not written; then the file is as it was.
    pub fn replace(&mut self, text: &str) -> Result<(), Unreadable> {
        write(&self.place, text, Over::Itself, &[])?;
        let file = File::options().read(true).write(true).open(&self.place);
        self.file = file.map_err(|error| cannot(&error))?;
        self.length = text.len() as u64;
        Ok(())
    }
}

/// Keeps what is damaged of a log beside it, over nothing: as `LOG.damaged`, or the first free one of `LOG.damaged2` and so on; where it is kept.
fn keep(place: &Path, damaged: &[u8]) -> Result<PathBuf, Unreadable> {
    let named = |number: u32| {
        let mut name = place.as_os_str().to_owned();
        name.push(".damaged");
        if number > 1 {
            name.push(number.to_string());
        }
        PathBuf::from(name)
    };
    let is_free = |place: &PathBuf| place.symlink_metadata().is_err();
    let free = (1..).map(named).find(is_free);
    let beside = free.unwrap_or_else(|| named(1));
    put(&beside, damaged, None, true).map_err(|error| cannot(&error))?;
    Ok(beside)
}

/// How many bytes of a log are whole lines of text.
fn whole_lines(bytes: &[u8]) -> usize {
    let text = match str::from_utf8(bytes) {
        Ok(_) => bytes,
        Err(error) => &bytes[..error.valid_up_to()],
    };
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    let last = text.iter().rposition(|&byte| byte == b'\n');
    last.map_or(0, |last| last + 1)
}

/// The right of one process to write a file: a lock on another file beside it, which the system takes back when the process ends, however that comes.
struct Lock(File);

impl Lock {
    fn of(place: &Path) -> Result<Self, Unreadable> {
        let mut name = OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(".lock");
        let beside = place.with_file_name(name);
        // A link would make a file elsewhere, and to open a pipe can take for ever.
        if (beside.symlink_metadata()).is_ok_and(|about| !about.is_file()) {
            let beside = beside.display().to_string();
            let why = format!("`{}` is no ordinary file", Clean(&beside));
            return Err(Unreadable::Refused(why));
        }
        let file = File::options().create(true).append(true).open(&beside);
        let file = file.map_err(|error| cannot(&error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => Err(Unreadable::Refused(
                "another `affray play` has it open".to_owned(),
            )),
            Err(TryLockError::Error(error)) => Err(cannot(&error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // When the file is closed, the system does it in any case.
        _ = self.0.unlock();
    }
}

/// Puts a text in a file, atomically: a reader sees the old text or the new one, whatever the moment and the outcome. A file that was there keeps its
/// rights. `inputs`: over none of these files, whatever they are called. Takes away what killed processes have left beside it.
///
/// # Errors
///
/// Says why the file is not written; then nothing has changed.
pub fn write(
    place: &Path,
    text: &str,
    over: Over<'_>,
    inputs: &[PathBuf],
) -> Result<(), Unreadable> {
    let rights = may_write(place, over, inputs)?;
    let is_new = matches!(over, Over::Nothing);
    put(place, text.as_bytes(), rights, is_new).map_err(|error| cannot(&error))
}

/// Whether [`write()`] would write here, as far as that is known before; with the rights of the file that is there.
///
/// # Errors
///
/// Says why not.
pub fn may_write(
    place: &Path,
    over: Over<'_>,
    inputs: &[PathBuf],
) -> Result<Option<Permissions>, Unreadable> {
    let refused = |why: &str| Err(Unreadable::Refused(why.to_owned()));
    let Some(name) = place.file_name() else {
        return refused("this is not the name of a file");
    };
    let is_written_by_people = || {
        let name = name.to_string_lossy().to_lowercase();
        name.ends_with(EXTENSION) || name == PROJECT_FILE
    };
    match over {
        Over::Marked(_) | Over::Any | Over::Snapshot if is_written_by_people() => {
            return refused("files of this name are written by people; choose another name");
        }
        Over::Marked(_)
        | Over::Any
        | Over::Snapshot
        | Over::Nothing
        | Over::Itself
        | Over::Own(_) => {}
    }
    let about = match place.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about.map_err(|error| cannot(&error))?,
    };
    if !(about.is_file() || about.is_dir() || about.is_symlink()) {
        return refused("it is no ordinary file");
    }
    if inputs.iter().any(|input| is_same(place, input)) {
        return refused("it is one of the files that are read for it");
    }
    if about.is_symlink() {
        let leads = match place.exists() {
            true => "name that file itself",
            false => "where nothing is",
        };
        let target = place.read_link().unwrap_or_default();
        let target = target.display().to_string();
        return refused(&format!("it is a link to `{}`: {leads}", Clean(&target)));
    }
    if about.is_dir() {
        return refused("it is a folder: name a file in it");
    }
    match over {
        Over::Nothing => return refused(THERE),
        Over::Marked(marks) => {
            let bytes = read(place, MOST)?;
            let text = bytes.trim_ascii_end();
            if !marks.iter().any(|mark| text.ends_with(mark.as_bytes())) {
                return refused("it was not made by this command; `--force` writes over it");
            }
        }
        Over::Own(mark)
            if !read(place, MOST)?
                .trim_ascii_end()
                .ends_with(mark.as_bytes()) =>
        {
            return refused("it was not made by this command");
        }
        Over::Snapshot if !is_snapshot(&read(place, MOST)?) => {
            return refused("it is no snapshot of a scenario");
        }
        Over::Own(_) | Over::Snapshot | Over::Any | Over::Itself => {}
    }
    match about.permissions() {
        rights if rights.readonly() => refused("it is write-protected"),
        rights => Ok(Some(rights)),
    }
}

const THERE: &str = "it is there already";

/// Makes a folder, with those in which it lies.
///
/// # Errors
///
/// Says why it cannot be made.
pub fn make_folder(place: &Path) -> Result<(), Unreadable> {
    fs::create_dir_all(place).map_err(|error| cannot(&error))
}

/// Whether the bytes of a file are a snapshot of a scenario.
fn is_snapshot(bytes: &[u8]) -> bool {
    let snapshot = str::from_utf8(bytes).ok().and_then(Snapshot::read);
    snapshot.is_some_and(|snapshot| snapshot.is_of_scenario())
}

/// Takes a snapshot of a scenario away, if it is there. Any other file stays.
///
/// # Errors
///
/// Says why it cannot be taken away.
pub fn remove_snapshot(place: &Path) -> Result<(), Unreadable> {
    match read(place, MOST).is_ok_and(|bytes| is_snapshot(&bytes)) {
        true => remove(place),
        false => Ok(()),
    }
}

/// Puts a copy of a text that can be made again in a file, write-protected, unless it is there already.
///
/// # Errors
///
/// Says why it is not written.
pub fn keep_copy(place: &Path, text: &str) -> Result<(), Unreadable> {
    if read(place, MOST).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    place.parent().map_or(Ok(()), make_folder)?;
    let kept = put(place, text.as_bytes(), None, false).and_then(|()| {
        let mut rights = place.metadata()?.permissions();
        rights.set_readonly(true);
        fs::set_permissions(place, rights)
    });
    kept.map_err(|error| cannot(&error))
}

/// Takes a file away, if it is there.
///
/// # Errors
///
/// Says why it cannot be taken away.
pub fn remove(place: &Path) -> Result<(), Unreadable> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot(&error)),
        _ => Ok(()),
    }
}

/// Writes beside the place, then puts it there under its name; `is_new`: never in the place of another file, however late that comes.
fn put(place: &Path, text: &[u8], rights: Option<Permissions>, is_new: bool) -> io::Result<()> {
    let folder = match place.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = place.file_name().unwrap_or_default();
    clear(folder, name);
    let beside = folder.join(beside(name, &process::id().to_string()));
    // That of an earlier process of this number.
    _ = fs::remove_file(&beside);
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(text)?;
        if let Some(rights) = rights {
            file.set_permissions(rights)?;
        }
        file.sync_all()?;
        match is_new.then(|| fs::hard_link(&beside, place)) {
            Some(Ok(())) => fs::remove_file(&beside),
            Some(Err(error)) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Some disks know no second names.
            Some(Err(_)) | None => fs::rename(&beside, place),
        }
    });
    if written.is_err() {
        _ = fs::remove_file(&beside);
        return written;
    }
    // So that the new name outlasts a loss of power too; where folders cannot be opened, the system sees to that.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// What a process calls the text of a file until the whole of it is there. Hidden and with an ending of its own: it cannot be taken for the file if a killed
/// process leaves it behind.
fn beside(name: &OsStr, process: &str) -> OsString {
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{process}.tmp"));
    beside
}

/// Takes away what processes that run no more have left beside a file. A folder is looked through once.
fn clear(folder: &Path, name: &OsStr) {
    /// By folder: what may have been left in it, with the number of the process.
    static LEFT: Mutex<BTreeMap<PathBuf, Vec<(OsString, String)>>> = Mutex::new(BTreeMap::new());
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    let left = left.entry(folder.to_path_buf()).or_insert_with(|| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let left = entries.filter_map(|entry| {
            let name = entry.file_name();
            let process = name.to_str()?.strip_suffix(".tmp")?.rsplit_once('.')?.1;
            let is_number = process.bytes().all(|byte| byte.is_ascii_digit());
            let process = (is_number && !process.is_empty()).then(|| process.to_owned())?;
            Some((name, process))
        });
        left.collect()
    });
    for (file, process) in left {
        let place = folder.join(&*file);
        let is_left = |about: Metadata| about.is_file() && !may_run(process, &about);
        if *file == beside(name, process) && place.symlink_metadata().is_ok_and(is_left) {
            _ = fs::remove_file(place);
        }
    }
}

/// Whether the process that has made a file may still be at it. Where the system tells which processes run, those of other users are taken to.
fn may_run(process: &str, about: &Metadata) -> bool {
    #[cfg(target_os = "linux")]
    if let Ok(own) = fs::metadata("/proc/self") {
        use std::os::unix::fs::MetadataExt;
        return own.uid() != about.uid() || Path::new("/proc").join(process).exists();
    }
    _ = process;
    let age = about.modified().ok().and_then(|time| time.elapsed().ok());
    age.is_none_or(|age| age < LONG)
}

/// Whether two paths lead to the same file: by links, or by two names that it has.
fn is_same(one: &Path, other: &Path) -> bool {
    let same = one.canonicalize().ok().zip(other.canonicalize().ok());
    same.is_some_and(|(one, other)| one == other) || has_same_number(one, other)
}

#[cfg(unix)]
fn has_same_number(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |place: &Path| place.metadata().map(|about| (about.dev(), about.ino()));
    number(one).is_ok_and(|one| number(other).is_ok_and(|other| one == other))
}

/// Elsewhere the system does not tell; what takes the place of one name leaves the other as it is.
#[cfg(not(unix))]
fn has_same_number(_: &Path, _: &Path) -> bool {
    false
}

fn cannot(error: &io::Error) -> Unreadable {
    Unreadable::Cannot(match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::NotADirectory => "what should be its folder is none".to_owned(),
        io::ErrorKind::PermissionDenied => "the system does not allow it".to_owned(),
        io::ErrorKind::AlreadyExists => THERE.to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    })
}
