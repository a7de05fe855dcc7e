/** Raised when what a document says would be taken for something else, or not be understood, by an older reader. */
export const FILTER_DOCUMENT_VERSION = 1;

export const newerDocument = (version: number): string =>
	`This filter document is of version ${version}; version ${FILTER_DOCUMENT_VERSION} is the newest that is understood here: update, or write the document in that version.`;
