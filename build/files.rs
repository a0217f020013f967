//! The files of a ruleset: which type stands in each, and what authors call it.

use std::collections::BTreeMap;

use crate::Failure;
use crate::shapes::Shapes;
use crate::sources::{Found, Home, Sources};
use crate::table::{File, Shape};

/// How the whole of a file is written.
enum Whole {
    /// As one.
    One(Of),
    /// As a list of them.
    List(Of),
    /// By their names.
    Named(Of),
    /// As texts by their names.
    Texts,
}

/// A type of the module of a file, and what authors call it.
struct Of(&'static str, &'static str);

/// The files: name, whether a ruleset may do without, the module that reads it, and what stands in it.
static FILES: [(&str, bool, &[&str], Whole); 12] = [
    ("ruleset.ron", false, &["rulebook", "ruleset", "file"], Whole::One(Of("File", "Ruleset"))),
    ("rulebook.ron", false, &["rulebook", "book"], Whole::List(Of("Entry", "Rule"))),
    ("chapters.ron", true, &["rulebook", "chapters"], Whole::List(Of("Entry", "Chapter"))),
    ("arms.ron", false, &["rulebook", "arms"], Whole::Named(Of("ArmFile", "Arm"))),
    ("profiles.ron", false, &["rulebook", "profiles"], Whole::Named(Of("Entry", "Profile"))),
    ("objects.ron", true, &["rulebook", "objects"], Whole::Named(Of("Entry", "Object"))),
    ("scenarios/*.ron", true, &["rulebook", "scenario"], Whole::One(Of("File", "Scenario"))),
    ("lessons/*.ron", true, &["rulebook", "lessons"], Whole::List(Of("Entry", "Lesson"))),
    ("learn.ron", true, &["rulebook", "learn", "read"], Whole::One(Of("File", "Learn"))),
    ("tips.ron", true, &["rulebook", "tips"], Whole::Texts),
    ("costs.ron", true, &["rulebook", "costs"], Whole::Named(Of("Entry", "Cost"))),
    ("looks.ron", true, &["rulebook", "looks"], Whole::One(Of("Sheet", "Looks"))),
];

/// Types within them that authors call otherwise than the code.
static WITHIN: [(&[&str], Of); 7] = [
    (&["battle", "rules", "conditions"], Of("ModDef", "Modifier")),
    (&["battle", "rules", "arms"], Of("AreaDef", "Area")),
    (&["looks", "figures"], Of("Arm", "HeldArm")),
    (&["looks", "figures"], Of("Part", "WornPart")),
    (&["looks", "figures"], Of("Mark", "FigureMark")),
    (&["looks", "signs"], Of("Mark", "SignMark")),
    (&["looks", "land"], Of("Looks", "GroundLooks")),
];

/// What authors call the types of files.
pub fn called(sources: &Sources) -> Result<BTreeMap<Home, String>, Failure> {
    let of_files = FILES.iter().filter_map(|(_, _, module, whole)| match whole {
        Whole::One(of) | Whole::List(of) | Whole::Named(of) => Some((module, of)),
        Whole::Texts => None,
    });
    let mut called = BTreeMap::new();
    for (module, of) in of_files.chain(WITHIN.iter().map(|(module, of)| (module, of))) {
        called.insert(find(sources, module, of)?.home(), of.1.to_owned());
    }
    Ok(called)
}

/// A type that a module declares or takes from elsewhere.
fn find<'s>(sources: &'s Sources, module: &[&str], Of(name, _): &Of) -> Result<Found<'s>, Failure> {
    let module = sources.module(module)?;
    let found = sources.find(module, &[(*name).to_owned()]);
    found.ok_or_else(|| format!("{}: there is no type {name} (`build/files.rs`)", module.file).into())
}

/// Looks at every file.
pub fn read<'s>(sources: &'s Sources, shapes: &mut Shapes<'s>) -> Result<Vec<File>, Failure> {
    let mut files = Vec::new();
    for (file, may_be_left_out, module, whole) in &FILES {
        let mut group = |of: &Of| -> Result<Box<Shape>, Failure> {
            Ok(Box::new(Shape::Group(shapes.group(find(sources, module, of)?, None)?)))
        };
        let by_name = || Box::new(Shape::Word("name of its own".to_owned()));
        let shape = match whole {
            Whole::One(of) => *group(of)?,
            Whole::List(of) => Shape::List(group(of)?),
            Whole::Named(of) => Shape::Map(by_name(), group(of)?),
            Whole::Texts => Shape::Map(by_name(), Box::new(Shape::Word("text".to_owned()))),
        };
        let mut of = Vec::new();
        shape.note(&mut of);
        // The head of a module begins with the name of its file.
        let module = sources.module(module)?;
        let doc = module.doc.split_once("`: ").map_or(module.doc.as_str(), |(_, doc)| doc);
        files.push(File {
            name: (*file).to_owned(),
            doc: capital(doc),
            is: shapes.told(&shape),
            of: of.into(),
            shape,
            may_be_left_out: *may_be_left_out,
        });
    }
    Ok(files)
}

/// A sentence as it begins.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
