import type { Conditions } from './groups.ts';

/** Raised when an older reader would misread or not understand a document. */
export const FILTER_DOCUMENT_VERSION = 2;

/** The oldest version that can say these conditions: version 2 adds groups, with ranges, public information and industries. */
export function documentVersion({ groups = [] }: Pick<Conditions, 'groups'>): number {
	return groups.length === 0 ? 1 : 2;
}

export function newerDocumentError(version: number): string {
	return `This filter uses format version ${version}; the newest supported version is ${FILTER_DOCUMENT_VERSION}. Update this installation, or save the filter in that version.`;
}
