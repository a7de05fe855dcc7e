import type { PreviewType } from '../preview-file.ts';

function encodeText(text: string): number[] {
	return [...new TextEncoder().encode(text)];
}

/** A complete PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The beginning of a file of each type; the PNG is complete. */
export const SAMPLES: Readonly<Record<PreviewType, Uint8Array>> = {
	'image/png': Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0)),
	'image/jpeg': Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...encodeText('JFIF\0')),
	'image/webp': Uint8Array.of(...encodeText('RIFF'), 26, 0, 0, 0, ...encodeText('WEBP')),
	'video/mp4': Uint8Array.of(
		0,
		0,
		0,
		24,
		...encodeText('ftyp'),
		...encodeText('mp42'),
		0,
		0,
		0,
		0,
		...encodeText('mp42'),
		...encodeText('mp41'),
	),
	'video/webm': Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84, ...encodeText('webm')),
};
