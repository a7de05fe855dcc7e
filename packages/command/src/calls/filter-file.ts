import { type FilterDocument, filterDocument } from '@sw/contract/filter-document';
import { FILTER_DOCUMENT_VERSION, newerDocument } from '@sw/domain/filters/document-version';
import { misused } from '../shell/exit.ts';

const parsed = (text: string, file: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw misused(`${file} isn't valid JSON.`);
	}
};

/** Parses the document in a file. Throws a usage Failure that names the invalid fields, or says that the document's version is too new. */
export const filterOf = (text: string, file: string): FilterDocument => {
	const document = parsed(text, file);
	const version: unknown = (document as { version?: unknown } | null)?.version;
	// Check the version first: a newer document may have fields that this version does not know.
	if (typeof version === 'number' && version > FILTER_DOCUMENT_VERSION) throw misused(newerDocument(version));
	const { error } = filterDocument.safeParse(document);
	if (error)
		throw misused(
			`${file} isn't a valid filter:\n${error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`).join('\n')}`,
		);
	return document as FilterDocument;
};
