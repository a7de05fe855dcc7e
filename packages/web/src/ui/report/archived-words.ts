/** Texts of pages that show a past report. */
export const archivedWords = {
	archived: (date: string) => `Archived data ${date}`,
	versionOf: (version: number, versions: number) => `version ${version} of ${versions}`,
	versionLink: (version: number) => `Version ${version}`,
	toLatest: 'Latest Report',
} as const;
