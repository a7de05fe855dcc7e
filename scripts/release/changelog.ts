/** Reads and updates CHANGELOG.md, which has the format of Keep a Changelog: a release turns the entries under [Unreleased] into its section. */

const SECTION = /^## \[([^\]]+)\]/gm;
const UNRELEASED = 'Unreleased';

/** The whole file with the new section. Throws if there are no entries under [Unreleased], or the version already has a section. `date`: YYYY-MM-DD. */
export function cutRelease(text: string, version: string, date: string): string {
	if (sectionNames(text).includes(version)) throw new Error(`CHANGELOG.md already has a section [${version}]: choose a higher version.`);
	const notes = notesOf(text, UNRELEASED);
	if (notes === undefined || notes === '')
		throw new Error('CHANGELOG.md has no entries under [Unreleased]: write what changed for those who run Signalwheel.');
	return text.replace(/^## \[Unreleased\].*\n/m, `## [${UNRELEASED}]\n\n## [${version}] - ${date}\n`);
}

/** Text of a section without its heading; undefined if there is no such section. */
export function notesOf(text: string, name: string): string | undefined {
	const sections = [...text.matchAll(SECTION)];
	const at = sections.findIndex(([, sectionName]) => sectionName === name);
	if (at < 0) return undefined;
	const section = text.slice(sections[at]?.index, sections[at + 1]?.index);
	return section.slice(section.indexOf('\n')).trim();
}

function sectionNames(text: string): string[] {
	return [...text.matchAll(SECTION)].map(([, name = '']) => name);
}
