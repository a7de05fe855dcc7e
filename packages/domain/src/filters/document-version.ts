/** Raised when what a document says would be taken for something else, or not be understood, by an older reader. */
export const FILTER_DOCUMENT_VERSION = 1;

export const newerDocument = (version: number): string =>
	`This filter uses format version ${version}; the newest supported version is ${FILTER_DOCUMENT_VERSION}. Update this installation, or save the filter in that version.`;
