/** Raised when an older reader would misread or not understand a document. */
export const FILTER_DOCUMENT_VERSION = 1;

export function newerDocumentError(version: number): string {
	return `This filter uses format version ${version}; the newest supported version is ${FILTER_DOCUMENT_VERSION}. Update this installation, or save the filter in that version.`;
}
