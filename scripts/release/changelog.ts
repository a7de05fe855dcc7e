/** CHANGELOG.md in the format of Keep a Changelog: what waits under [Unreleased] becomes the section of a version. */

const SECTION = /^## \[([^\]]+)\]/gm;
const UNRELEASED = 'Unreleased';

/** The whole file with the new section. Throws where nothing is written under [Unreleased], or the version has a section already. `date`: YYYY-MM-DD. */
export function cutRelease(text: string, version: string, date: string): string {
	if (sectionNames(text).includes(version)) throw new Error(`CHANGELOG.md already has a section [${version}]: choose a higher version.`);
	const notes = notesOf(text, UNRELEASED);
	if (notes === undefined || notes === '')
		throw new Error('CHANGELOG.md has no entries under [Unreleased]: write what changed for those who run Signalwheel.');
	return text.replace(/^## \[Unreleased\].*\n/m, `## [${UNRELEASED}]\n\n## [${version}] - ${date}\n`);
}

/** What a section says; undefined where there is none. */
export function notesOf(text: string, name: string): string | undefined {
	const sections = [...text.matchAll(SECTION)];
	const at = sections.findIndex(([, found]) => found === name);
	if (at < 0) return undefined;
	const section = text.slice(sections[at]?.index, sections[at + 1]?.index);
	return section.slice(section.indexOf('\n')).trim();
}

function sectionNames(text: string): string[] {
	return [...text.matchAll(SECTION)].map(([, name = '']) => name);
}
