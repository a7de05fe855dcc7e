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

/** The document of a file's text. Throws a Failure of usage that names the fields, or says that the document is of a newer version. */
export const filterOf = (text: string, file: string): FilterDocument => {
	const document = parsed(text, file);
	const version: unknown = (document as { version?: unknown } | null)?.version;
	// Before the rest is looked at: a newer one may hold what nobody here knows.
	if (typeof version === 'number' && version > FILTER_DOCUMENT_VERSION) throw misused(newerDocument(version));
	const { error } = filterDocument.safeParse(document);
	if (error)
		throw misused(
			`${file} isn't a valid filter:\n${error.issues.map(({ path, message }) => `${path.join('.') || 'document'}: ${message}`).join('\n')}`,
		);
	return document as FilterDocument;
};
