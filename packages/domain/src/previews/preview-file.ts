import type { UtcMs } from '../time/units.ts';
import type { PreviewKey } from './preview-key.ts';

const MEGABYTE = 1024 * 1024;
/** Maximum sizes of uploaded files, in bytes. */
export const MAX_PICTURE_BYTES = 5 * MEGABYTE;
export const MAX_VIDEO_BYTES = 20 * MEGABYTE;

/** Allowed media types. `ending` is the file extension. */
export const PREVIEW_TYPES = {
	'image/png': { ending: 'png', video: false },
	'image/jpeg': { ending: 'jpg', video: false },
	'image/webp': { ending: 'webp', video: false },
	'video/mp4': { ending: 'mp4', video: true },
	'video/webm': { ending: 'webm', video: true },
} as const satisfies Record<string, { ending: string; video: boolean }>;
export type PreviewType = keyof typeof PREVIEW_TYPES;

/** Number of bytes searched for the document type of an EBML container. */
const EBML_SEARCH_BYTES = 64;

/** Detects the media type from the first bytes; undefined if it isn't allowed. */
export function detectType(bytes: Uint8Array): PreviewType | undefined {
	if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && textAt(bytes, 12, 4) === 'IHDR') return 'image/png';
	if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
	if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
	// HEIC and AVIF pictures use the same container as MP4, with other brands.
	if (textAt(bytes, 4, 4) === 'ftyp' && /^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV)/.test(textAt(bytes, 8, 4))) return 'video/mp4';
	// Matroska begins with the same bytes but isn't WebM.
	if (startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3) && textAt(bytes, 4, EBML_SEARCH_BYTES).includes('webm')) return 'video/webm';
	return undefined;
}

function startsWith(bytes: Uint8Array, ...head: readonly number[]): boolean {
	return head.every((byte, at) => bytes[at] === byte);
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
	return String.fromCharCode(...bytes.subarray(start, Math.min(start + length, bytes.length)));
}

const ALLOWED_FILES = {
	picture: 'A PNG, JPEG or WebP picture.',
	video: 'An MP4 or WebM video.',
} as const;

/** Returns the media type by content, or what is wrong with the file. A `declaredType` of '' or 'application/octet-stream' is ignored. */
export function checkPreviewFile(
	{ bytes, declaredType }: { bytes: Uint8Array; declaredType: string },
	isVideo: boolean,
): { type: PreviewType } | { error: string } {
	const [maxBytes, mediaKind] = isVideo ? [MAX_VIDEO_BYTES, 'videos'] : [MAX_PICTURE_BYTES, 'pictures'];
	if (bytes.length === 0) return { error: 'The file is empty.' };
	if (bytes.length > maxBytes) return { error: `The file is too large: the limit for ${mediaKind} is ${maxBytes / MEGABYTE} MB.` };
	const type = detectType(bytes);
	if (type === undefined || PREVIEW_TYPES[type].video !== isVideo) return { error: isVideo ? ALLOWED_FILES.video : ALLOWED_FILES.picture };
	const declared = declaredType.toLowerCase().replace(/;.*$/, '').trim();
	if (declared !== '' && declared !== 'application/octet-stream' && declared !== type)
		return { error: `The file is declared as ${declared}, but it is ${type}.` };
	return { type };
}

export interface StoredPreview extends PreviewKey {
	readonly id: string;
	/** Whether this is the preview shown to the public: at most one per key. */
	readonly isActive: boolean;
	readonly mediaType: PreviewType;
	/** Size of the file. */
	readonly bytes: number;
	/** SHA-256 of the file, in hex. */
	readonly hash: string;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}
