import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentType, judgeFile, LARGEST_PICTURE, LARGEST_VIDEO, PREVIEW_TYPES } from './preview-file.ts';
import { SAMPLES } from './testing/samples.ts';

const kinds = Object.entries(SAMPLES) as [keyof typeof SAMPLES, Uint8Array][];
const padded = (bytes: Uint8Array, length: number): Uint8Array => {
	const long = new Uint8Array(length);
	long.set(bytes);
	return long;
};

describe('the type of a file', () => {
	it.each(kinds)('%s is told by its first bytes', (type, bytes) => {
		expect(contentType(bytes)).toBe(type);
		expect(judgeFile({ bytes, said: type }, PREVIEW_TYPES[type].video)).toEqual({ type });
		expect(judgeFile({ bytes, said: '' }, PREVIEW_TYPES[type].video)).toEqual({ type });
		expect(judgeFile({ bytes, said: 'application/octet-stream' }, PREVIEW_TYPES[type].video)).toEqual({ type });
	});

	it.each(kinds)('%s is refused under another name, and as the other kind', (type, bytes) => {
		const other = type === 'image/png' ? 'image/jpeg' : 'image/png';
		expect(judgeFile({ bytes, said: other }, PREVIEW_TYPES[type].video)).toEqual({ fault: `The file says ${other} and is ${type}.` });
		expect(judgeFile({ bytes, said: type }, !PREVIEW_TYPES[type].video)).toHaveProperty('fault');
	});

	it('is none of the list for other files, cut ones among them', () => {
		const text = (words: string) => new TextEncoder().encode(words);
		const others = [
			'<svg xmlns="http://www.w3.org/2000/svg"/>',
			'GIF89a....',
			'%PDF-1.7',
			'RIFF....WAVE',
			`....ftyp${'heic'}....`,
			`....ftyp${'avif'}....`,
			'\x1aE',
		];
		for (const words of others) expect(contentType(text(words))).toBeUndefined();
		for (const [, bytes] of kinds) expect(contentType(bytes.subarray(0, 2))).toBeUndefined();
		expect(contentType(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, ...text('matroska')))).toBeUndefined();
	});

	it('never fails, whatever the bytes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 80 }), fc.string(), fc.boolean(), (bytes, said, video) => {
				const judged = judgeFile({ bytes, said }, video);
				expect('fault' in judged || contentType(bytes) === judged.type).toBe(true);
			}),
		);
	});

	it('is asked for up to 5 MB of a picture and 20 MB of a video', () => {
		const [png, mp4] = [SAMPLES['image/png'], SAMPLES['video/mp4']];
		expect(judgeFile({ bytes: padded(png, LARGEST_PICTURE), said: '' }, false)).toEqual({ type: 'image/png' });
		expect(judgeFile({ bytes: padded(png, LARGEST_PICTURE + 1), said: '' }, false)).toEqual({
			fault: 'The file is too large: pictures have at most 5 MB.',
		});
		expect(judgeFile({ bytes: padded(mp4, LARGEST_VIDEO), said: '' }, true)).toEqual({ type: 'video/mp4' });
		expect(judgeFile({ bytes: padded(mp4, LARGEST_VIDEO + 1), said: '' }, true)).toHaveProperty('fault');
		expect(judgeFile({ bytes: new Uint8Array(), said: '' }, false)).toEqual({ fault: 'The file is empty.' });
	});
});
