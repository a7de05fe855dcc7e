import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPreviewFile, detectType, MAX_PICTURE_BYTES, MAX_VIDEO_BYTES, PREVIEW_TYPES } from './preview-file.ts';
import { SAMPLES } from './testing/samples.ts';

const kinds = Object.entries(SAMPLES) as [keyof typeof SAMPLES, Uint8Array][];

function padded(bytes: Uint8Array, length: number): Uint8Array {
	const long = new Uint8Array(length);
	long.set(bytes);
	return long;
}

describe('the type of a file', () => {
	it.each(kinds)('%s is recognized by its first bytes', (type, bytes) => {
		expect(detectType(bytes)).toBe(type);
		expect(detectType(padded(bytes, 1_000))).toBe(type);
		expect(checkPreviewFile({ bytes, declaredType: type }, PREVIEW_TYPES[type].video)).toEqual({ type });
		expect(checkPreviewFile({ bytes, declaredType: '' }, PREVIEW_TYPES[type].video)).toEqual({ type });
		expect(checkPreviewFile({ bytes, declaredType: 'application/octet-stream' }, PREVIEW_TYPES[type].video)).toEqual({ type });
	});

	it.each(kinds)('%s is refused under another name, and as the other kind', (type, bytes) => {
		const other = type === 'image/png' ? 'image/jpeg' : 'image/png';
		expect(checkPreviewFile({ bytes, declaredType: other }, PREVIEW_TYPES[type].video)).toEqual({
			error: `The file is declared as ${other}, but it is ${type}.`,
		});
		expect(checkPreviewFile({ bytes, declaredType: type }, !PREVIEW_TYPES[type].video)).toHaveProperty('error');
	});

	it('is none of the list for other files, cut ones among them', () => {
		const text = (words: string) => new TextEncoder().encode(words);
		const unsupported = [
			'<svg xmlns="http://www.w3.org/2000/svg"/>',
			'GIF89a....',
			'%PDF-1.7',
			'RIFF....WAVE',
			`....ftyp${'heic'}....`,
			`....ftyp${'avif'}....`,
			'\x1aE',
		];
		for (const words of unsupported) expect(detectType(text(words))).toBeUndefined();
		for (const [, bytes] of kinds) expect(detectType(bytes.subarray(0, 2))).toBeUndefined();
		expect(detectType(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, ...text('matroska')))).toBeUndefined();
	});

	/** Byte ranges in which each type has a fixed signature. */
	const SIGNED: Readonly<Record<keyof typeof SAMPLES, readonly [from: number, to: number][]>> = {
		'image/png': [
			[0, 8],
			[12, 16],
		],
		'image/jpeg': [[0, 3]],
		'image/webp': [
			[0, 4],
			[8, 12],
		],
		'video/mp4': [[4, 11]],
		'video/webm': [
			[0, 4],
			[12, 16],
		],
	};

	it.each(kinds)('%s is recognized by each of the bytes common to all its files, and by no other', (type, bytes) => {
		const signed = SIGNED[type].flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
		const other = (at: number) => detectType(bytes.with(at, bytes[at]! ^ 0x80));
		for (const at of signed) expect([at, other(at)]).toEqual([at, undefined]);
		const free = [...bytes.keys()].filter((at) => at < 17 && !signed.includes(at) && !(type === 'video/mp4' && at === 11));
		for (const at of free) expect([at, other(at)]).toEqual([at, type]);
	});

	it('is WebM if its name is near the beginning', () => {
		const head = (at: number) =>
			Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, ...new Array<number>(at - 4).fill(0), ...new TextEncoder().encode('webm'));
		expect([4, 63, 64, 65, 66].map((at) => detectType(head(at)))).toEqual(['video/webm', 'video/webm', 'video/webm', undefined, undefined]);
	});

	it.each(['iso2', 'isom', 'iso9', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ', 'MSNV'])('is MP4 under the name %s', (brand) => {
		expect(detectType(new TextEncoder().encode(`....ftyp${brand}`))).toBe('video/mp4');
	});

	it('may come with more than the bare name of the type, in any case of letters', () => {
		const bytes = SAMPLES['image/png'];
		for (const declaredType of ['IMAGE/PNG', 'image/png; charset=binary', ' image/png ', 'Application/Octet-Stream'])
			expect(checkPreviewFile({ bytes, declaredType }, false)).toEqual({ type: 'image/png' });
		expect(checkPreviewFile({ bytes, declaredType: 'image/gif; x' }, false)).toEqual({
			error: 'The file is declared as image/gif, but it is image/png.',
		});
	});

	it('is a video or a picture by its name, and has an ending of its own', () => {
		const types = Object.entries(PREVIEW_TYPES);
		expect(types.map(([, { ending }]) => ending)).toEqual(['png', 'jpg', 'webp', 'mp4', 'webm']);
		for (const [type, { video }] of types) expect([type, video]).toEqual([type, type.startsWith('video/')]);
	});

	it('says which files are taken for a picture or a video, and how large they may be', () => {
		const text = new TextEncoder().encode('words');
		expect(checkPreviewFile({ bytes: text, declaredType: '' }, false)).toEqual({ error: 'A PNG, JPEG or WebP picture.' });
		expect(checkPreviewFile({ bytes: text, declaredType: '' }, true)).toEqual({ error: 'An MP4 or WebM video.' });
		expect(checkPreviewFile({ bytes: new Uint8Array(MAX_VIDEO_BYTES + 1), declaredType: '' }, true)).toEqual({
			error: 'The file is too large: the limit for videos is 20 MB.',
		});
		expect([MAX_PICTURE_BYTES / 2 ** 20, MAX_VIDEO_BYTES / 2 ** 20]).toEqual([5, 20]);
	});

	it('never fails, whatever the bytes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 80 }), fc.string(), fc.boolean(), (bytes, declaredType, video) => {
				const judged = checkPreviewFile({ bytes, declaredType }, video);
				expect('error' in judged || detectType(bytes) === judged.type).toBe(true);
			}),
		);
	});

	it('is asked for up to 5 MB of a picture and 20 MB of a video', () => {
		const [png, mp4] = [SAMPLES['image/png'], SAMPLES['video/mp4']];
		expect(checkPreviewFile({ bytes: padded(png, MAX_PICTURE_BYTES), declaredType: '' }, false)).toEqual({ type: 'image/png' });
		expect(checkPreviewFile({ bytes: padded(png, MAX_PICTURE_BYTES + 1), declaredType: '' }, false)).toEqual({
			error: 'The file is too large: the limit for pictures is 5 MB.',
		});
		expect(checkPreviewFile({ bytes: padded(mp4, MAX_VIDEO_BYTES), declaredType: '' }, true)).toEqual({ type: 'video/mp4' });
		expect(checkPreviewFile({ bytes: padded(mp4, MAX_VIDEO_BYTES + 1), declaredType: '' }, true)).toHaveProperty('error');
		expect(checkPreviewFile({ bytes: new Uint8Array(), declaredType: '' }, false)).toEqual({ error: 'The file is empty.' });
	});
});
