import { isUnknown } from '@sw/contract/base/errors';
import { mustBeDefined } from '@sw/contract/base/null-messages';
import { type PatchOperation, type PreviewDocument, previewDocument } from '@sw/contract/outreach/previews';
import { applyPatch } from 'rfc6902';
import type { z } from 'zod';
import { type FieldError, malformed, Problem } from '../../platform/errors.ts';

/** Fields absent in JSON are absent here, never undefined. */
type PreviewChange = { readonly [K in keyof PreviewDocument]?: PreviewDocument[K] | undefined };

/** Applies a list of operations, or replaces the fields of an object. Throws a 400 that names the field; nothing is applied partially. */
export function changedDocument(document: PreviewDocument, change: readonly PatchOperation[] | PreviewChange): PreviewDocument {
	const made = Array.isArray(change) ? patched(document, change) : { ...document, ...change };
	const read = previewDocument.safeParse(made, { reportInput: true });
	if (!read.success) throw new Problem('malformed', { errors: faultsOf(read.error.issues) });
	return read.data;
}

function faultsOf(issues: readonly z.core.$ZodIssue[]): FieldError[] {
	return issues.flatMap((issue): FieldError[] => {
		const field = issue.path.map(String).join('.') || 'body';
		if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: key, message: isUnknown(key) }));
		if (issue.input === undefined || issue.input === null) return [{ field, message: mustBeDefined(field) }];
		return [{ field, message: issue.message }];
	});
}

/** Applies the operations in order; throws at the first that fails, and leaves the document unchanged. */
function patched(document: PreviewDocument, operations: readonly PatchOperation[]): unknown {
	// One level down, so that an operation can also replace the whole document.
	const holder = { document: structuredClone(document) };
	const below = (path: string): string => `/document${path}`;
	for (const operation of operations) {
		const moved = { ...operation, path: below(operation.path), ...('from' in operation ? { from: below(operation.from) } : {}) };
		let fault: Error | null | undefined;
		try {
			[fault] = applyPatch(holder, [moved as Parameters<typeof applyPatch>[1][number]]);
		} catch (error) {
			fault = error as Error;
		}
		if (fault) throw malformed(fieldOf(operation.path), `The operation ${operation.op} isn't possible at ${operation.path}.`);
	}
	return holder.document;
}

/** The first part of a JSON pointer, which is a field of the document. */
function fieldOf(path: string): string {
	return path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') || 'body';
}
