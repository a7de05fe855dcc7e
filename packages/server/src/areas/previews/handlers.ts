import { createHash } from 'node:crypto';
import type { AnswerOf } from '@sw/contract/base/define';
import { unknownParameterMessage } from '@sw/contract/base/errors';
import { mustBeDefinedMessage } from '@sw/contract/base/null-messages';
import { type PatchOperation, type PreviewDocument, previewDocument, type previews } from '@sw/contract/outreach/previews';
import { checkPreviewFile, PREVIEW_TYPES, type StoredPreview } from '@sw/domain/previews/preview-file';
import { normalizePreviewKey, type PreviewKey, serializeKey, subjectOf } from '@sw/domain/previews/preview-key';
import { isoSeconds } from '@sw/domain/time/format';
import { applyPatch } from 'rfc6902';
import type { z } from 'zod';
import { type FieldError, malformed, notFound, Problem } from '../../platform/errors.ts';
import { FileAnswer, respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { createPictureCache } from './drawing/picture-cache.ts';
import type { PreviewsParts } from './ports.ts';

const NOT_FOUND = 'Preview not found.';
const OTHER_KIND = 'The file must be of the same kind.';
/** Headers for link previews on other sites. The picture can change every quarter-hour. */
const PUBLIC_HEADERS = {
	'cache-control': 'public, max-age=60, stale-while-revalidate=840',
	'cross-origin-resource-policy': 'cross-origin',
};
/** Headers of inactive previews, which only administrators see. */
const PRIVATE_HEADERS = { 'cache-control': 'private, no-store' };

export function createPreviewsHandlers(parts: PreviewsParts) {
	const { records, files, siteHost, now, uuid, audit } = parts;
	const drawPicture = createPictureCache(parts);

	const requirePreview = async (id: string): Promise<StoredPreview> => {
		const preview = await records.previewById(id);
		if (!preview) throw notFound(NOT_FOUND);
		return preview;
	};

	const createFileAnswer = (
		{ id, mediaType, hash, bytes, createdAt }: StoredPreview,
		headers: Readonly<Record<string, string>>,
	): FileAnswer =>
		new FileAnswer({ type: mediaType, hash, modified: createdAt, content: { path: files.pathOf(id, mediaType), bytes }, headers });

	const findPagePicture = async (key: PreviewKey): Promise<FileAnswer> => {
		const uploadedPreview = await records.activePreview(key);
		if (uploadedPreview) return createFileAnswer(uploadedPreview, PUBLIC_HEADERS);
		const subject = key.host === siteHost ? subjectOf(key) : undefined;
		const picture = subject && (await drawPicture(subject));
		if (!picture) throw notFound(NOT_FOUND);
		const { bytes, hash, drawnAt } = picture;
		return new FileAnswer({ type: 'image/png', hash, modified: drawnAt, content: bytes, headers: PUBLIC_HEADERS });
	};

	return {
		previews: async ({ query }) => {
			const { items, total } = await records.previewsPage(query);
			return { items: items.map(presentPreview), total_count: total };
		},
		uploadPreview: async ({ query, body, caller }) => {
			const bytes = Buffer.from(await body.file.arrayBuffer());
			const check = checkPreviewFile({ bytes, declaredType: body.file.type }, query.video);
			if ('error' in check) throw malformed('file', check.error);
			const uploadedAt = now();
			const preview: StoredPreview = {
				...normalizePreviewKey(query, siteHost),
				id: uuid(),
				isActive: true,
				mediaType: check.type,
				bytes: bytes.length,
				hash: createHash('sha256').update(bytes).digest('hex'),
				createdAt: uploadedAt,
				updatedAt: uploadedAt,
			};
			await files.add(preview.id, preview.mediaType, bytes);
			try {
				await records.addPreview(preview);
			} catch (error) {
				await files.remove(preview.id, preview.mediaType);
				throw error;
			}
			await audit(caller, 'preview.upload', serializeKey(preview), {
				id: preview.id,
				media_type: preview.mediaType,
				bytes: preview.bytes,
				...presentDocument(preview),
			});
			return respond(201, presentPreview(preview));
		},
		previewFile: async ({ query: { id, ...page }, caller }) => {
			if (id === undefined) return findPagePicture(normalizePreviewKey(page, siteHost));
			const preview = await requirePreview(id);
			if (preview.isActive) return createFileAnswer(preview, PUBLIC_HEADERS);
			if (caller.account?.role !== 'admin') throw notFound(NOT_FOUND);
			return createFileAnswer(preview, PRIVATE_HEADERS);
		},
		preview: async ({ params }) => presentPreview(await requirePreview(params.id)),
		changePreview: async ({ params, body, caller }) => {
			const change = await records.changePreview(params.id, (before) => {
				const { is_active: isActive, ...key } = applyChange(presentDocument(before), body);
				if (key.video !== PREVIEW_TYPES[before.mediaType].video) throw malformed('video', OTHER_KIND);
				return { ...before, ...normalizePreviewKey(key, siteHost), isActive, updatedAt: now() };
			});
			if (!change) throw notFound(NOT_FOUND);
			const { before, after } = change;
			await audit(caller, 'preview.change', serializeKey(after), {
				id: after.id,
				before: presentDocument(before),
				after: presentDocument(after),
			});
			return presentPreview(after);
		},
	} satisfies Handlers<typeof previews>;
}

/** Returns the editable fields of a preview. */
function presentDocument({ host, category, interval, ticker, marketcap, video, isActive }: StoredPreview): PreviewDocument {
	return {
		host,
		interval,
		category,
		ticker,
		marketcap: [...marketcap],
		video,
		is_active: isActive,
	};
}

function presentPreview(preview: StoredPreview): AnswerOf<(typeof previews)['preview']> {
	return {
		id: preview.id,
		...presentDocument(preview),
		media_type: preview.mediaType,
		bytes: preview.bytes,
		created: isoSeconds(preview.createdAt),
		updated: isoSeconds(preview.updatedAt),
	};
}

type PreviewChange = { readonly [K in keyof PreviewDocument]?: PreviewDocument[K] | undefined };

/** Applies a list of JSON Patch operations, or replaces the given fields. Applies all or none: 400 names the invalid field. */
export function applyChange(document: PreviewDocument, change: readonly PatchOperation[] | PreviewChange): PreviewDocument {
	const changedDocument = Array.isArray(change) ? applyOperations(document, change) : { ...document, ...change };
	const parsed = previewDocument.safeParse(changedDocument, { reportInput: true });
	if (!parsed.success) throw new Problem('malformed', { errors: toFieldErrors(parsed.error.issues) });
	return parsed.data;
}

function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
	return issues.flatMap((issue): FieldError[] => {
		const field = issue.path.map(String).join('.') || 'body';
		if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: key, message: unknownParameterMessage(key) }));
		if (issue.input === undefined || issue.input === null) return [{ field, message: mustBeDefinedMessage(field) }];
		return [{ field, message: issue.message }];
	});
}

/** Applies the operations in order to a copy of the document. Throws at the first that fails. */
function applyOperations(document: PreviewDocument, operations: readonly PatchOperation[]): unknown {
	// The document is nested, so that an operation can also replace it as a whole.
	const wrapper = { document: structuredClone(document) };
	const nestedPath = (path: string): string => `/document${path}`;
	for (const operation of operations) {
		const nestedOperation = {
			...operation,
			path: nestedPath(operation.path),
			...('from' in operation ? { from: nestedPath(operation.from) } : {}),
		};
		let patchError: Error | null | undefined;
		try {
			[patchError] = applyPatch(wrapper, [nestedOperation as Parameters<typeof applyPatch>[1][number]]);
		} catch (error) {
			patchError = error as Error;
		}
		if (patchError) throw malformed(fieldOf(operation.path), `The operation ${operation.op} isn't possible at ${operation.path}.`);
	}
	return wrapper.document;
}

/** Returns the document's field that a JSON pointer refers to: the first part of the pointer. */
function fieldOf(path: string): string {
	return path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') || 'body';
}
