import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { itWhere } from '@sw/domain/testing/it-where';
import { DAY, HOUR, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeHeadDigest } from '../anchors/head-text.ts';
import { hasOpenssl, hasPython, type LocalTsa, NO_PYTHON, startLocalTsa } from '../anchors/testing/local-tsa.ts';
import { readProof, type WrittenLine, writeProof } from './proof-file.ts';
import {
	createSampleBlock,
	createSampleProof,
	createSampleReports,
	formatSampleHead,
	HEADER_LINE,
	hashBlock,
	type SampleReport,
	type WrittenAnchor,
} from './testing/sample-chain.ts';
import { readCertificates, verifyFile, verifyProof } from './verify-file.ts';

const FIRST = Date.UTC(2026, 10, 23, 14, 46);
const CLOSE = Date.UTC(2026, 10, 23, 21, 5);
const HEIGHT = 925_000;
const when = itWhere(hasOpenssl && hasPython, NO_PYTHON);

let tsa: LocalTsa;
let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-proof-'));
	if (hasOpenssl) tsa = startLocalTsa();
});
afterAll(() => {
	tsa?.[Symbol.dispose]();
	rmSync(folder, { recursive: true, force: true });
});

function stamped(seq: number, time: number) {
	return (link: string): WrittenAnchor[] => {
		const text = formatSampleHead(seq, link, time);
		const token = tsa.token(computeHeadDigest(text), time + 2_000).toString('base64');
		return [{ kind: 'anchor', text, proofs: [{ kind: 'rfc3161', source: 'https://tsa.example.test/tsr', proof: token }] }];
	};
}

function inBlock(seq: number, time: number) {
	return (link: string): WrittenAnchor[] => {
		const text = formatSampleHead(seq, link, time);
		const { ots, header } = createSampleBlock(computeHeadDigest(text), HEIGHT, time + 2 * HOUR);
		const proof = { source: 'https://calendar.example.test', proof: ots.toString('base64'), header: header.toString('hex') };
		return [{ kind: 'anchor', text, proofs: [{ kind: 'opentimestamps', ...proof }] }];
	};
}

interface Ways {
	roots?: boolean;
	block?: string;
	anchors?: string;
	within?: number;
}

/** What both verifiers say of a file: REFUSED with reasons, NOT PROVEN or PROVEN. They must agree, down to the number of reasons. */
async function bothSay(file: string, { roots = true, block, anchors, within }: Ways = {}): Promise<{ verdict: string; reasons: string[] }> {
	const earlier = [];
	if (anchors) for await (const line of readProof(anchors)) if (line.kind === 'anchor') earlier.push(line);
	const trust = {
		roots: roots ? [new X509Certificate(tsa.root)] : null,
		findHeader: (height: number, stated: Buffer | null) =>
			height === HEIGHT && stated && hashBlock(stated) === block ? stated : undefined,
	};
	let ours: { verdict: string; reasons: readonly string[] };
	try {
		const { reports, faults } = await verifyProof(readProof(file), {
			trust,
			earlierAnchors: earlier,
			...(within ? { maxDelayMs: within } : {}),
		});
		const proven = reports.every(({ firstProof }) => firstProof) ? 'PROVEN' : 'NOT PROVEN';
		ours = { verdict: faults.length > 0 ? 'REFUSED' : proven, reasons: faults };
	} catch (error) {
		ours = { verdict: 'REFUSED', reasons: [String(error)] };
	}
	const options = [
		...(roots ? ['--roots', tsa.rootFile] : []),
		...(block ? ['--block', `${HEIGHT}:${block}`] : []),
		...(anchors ? ['--anchors', anchors] : []),
		...(within ? ['--within', String(within / HOUR)] : []),
	];
	const { stdout, stderr, status } = spawnSync('python3', [join(import.meta.dirname, 'verify.py'), file, ...options], { encoding: 'utf8' });
	const theirs = { 0: 'PROVEN', 1: 'REFUSED', 3: 'NOT PROVEN' }[status ?? -1];
	expect(theirs, `${stdout}${stderr} / ${ours.reasons.join('; ')}`).toBe(ours.verdict);
	const refused = [...stdout.matchAll(/^REFUSED: (.*)$/gm)];
	expect(refused.length, stdout).toBe(ours.verdict === 'REFUSED' ? ours.reasons.length : 0);
	return { verdict: ours.verdict, reasons: [...ours.reasons] };
}

let files = 0;

async function saved(lines: readonly WrittenLine[]): Promise<string> {
	const file = join(folder, `${files++}.proof`);
	await writeProof(file, linesOf(lines));
	return file;
}

async function* linesOf(lines: readonly WrittenLine[]): AsyncGenerator<WrittenLine> {
	yield* lines;
}

/** A day of 26 reports, anchored at its end. */
function day(change: (reports: SampleReport[]) => void = () => {}) {
	const reports = createSampleReports(26, FIRST);
	change(reports);
	return reports;
}

function honest() {
	return createSampleProof(day(), { 26: stamped(26, CLOSE) });
}

async function reasonOf(lines: readonly WrittenLine[], ways?: Ways): Promise<string> {
	const { verdict, reasons } = await bothSay(await saved(lines), ways);
	expect(verdict).toBe('REFUSED');
	return reasons.join('; ');
}

describe('a proof of reports', () => {
	when('holds for both verifiers, by an authority and by a block', async () => {
		const file = await saved(honest().lines);
		expect(await bothSay(file)).toEqual({ verdict: 'PROVEN', reasons: [] });
		const { lines } = createSampleProof(day(), { 26: inBlock(26, CLOSE) });
		const header = lines
			.flatMap((line) => (line.kind === 'anchor' ? line.proofs : []))
			.flatMap((one) => ('header' in one ? (one.header ?? '') : []));
		const ots = await saved(lines);
		expect(await bothSay(ots, { block: hashBlock(Buffer.from(header.join(''), 'hex')) })).toEqual({ verdict: 'PROVEN', reasons: [] });
	});

	when('that shows no rows is of the links themselves', async () => {
		const bare = honest().lines.map((line) => (line.kind === 'link' && line.format === 2 ? { ...line, content: undefined } : line));
		expect(await bothSay(await saved(bare))).toEqual({ verdict: 'PROVEN', reasons: [] });
		expect(await bothSay(await saved(bare.filter(({ kind }) => kind !== 'anchor')))).toEqual({ verdict: 'NOT PROVEN', reasons: [] });
		expect(await reasonOf(bare.filter((line) => line.kind !== 'link' || line.seq !== 9))).toContain("doesn't follow");
	});

	when('is not proven without trusted roots or blocks, or without anchors', async () => {
		expect(await bothSay(await saved(honest().lines), { roots: false })).toEqual({ verdict: 'NOT PROVEN', reasons: [] });
		expect(await bothSay(await saved(createSampleProof(day(), { 26: inBlock(26, CLOSE) }).lines))).toEqual({
			verdict: 'NOT PROVEN',
			reasons: [],
		});
		expect(await bothSay(await saved(createSampleProof(day()).lines))).toEqual({ verdict: 'NOT PROVEN', reasons: [] });
	});

	when('is refused with a report deleted, reordered, or changed by a byte anywhere', async () => {
		const { lines } = honest();
		expect(await reasonOf(lines.filter((line) => line.kind !== 'link' || line.seq !== 9))).toContain(
			"report 10 of the chain doesn't follow",
		);
		const swapped = [...lines];
		[swapped[8], swapped[9]] = [lines[9] as WrittenLine, lines[8] as WrittenLine];
		expect(await reasonOf(swapped)).toContain("doesn't follow");
		const changed = (change: (line: WrittenLine) => WrittenLine) =>
			lines.map((line) => (line.kind === 'link' && line.seq === 9 ? change(line) : line));
		const flip = (text: string, at: number): string => text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
		for (const place of [0, 70, 135, 150])
			expect(await reasonOf(changed((line) => ('text' in line ? { ...line, text: flip(line.text, place) } : line)))).toContain('report');
		const content = changed((line) => {
			const bytes = Buffer.from('content' in line ? (line.content ?? '') : '', 'base64');
			bytes[bytes.length - 20] = 77;
			return { ...line, content: bytes.toString('base64') } as WrittenLine;
		});
		expect(await reasonOf(content)).toContain("the content of report 9 isn't the one that was published");
		expect(await reasonOf(lines.map((line) => (line.kind === 'parameters' ? { ...line, text: `${line.text} ` } : line)))).toContain(
			'the parameters',
		);
	});

	when('is refused where an attacker with every key rebuilt the chain', async () => {
		const better = day((reports) => {
			(reports[3] as SampleReport).price = 99_999;
		});
		// The past anchors as they were.
		const past = honest().lines.filter((line) => line.kind === 'anchor');
		expect(await reasonOf(createSampleProof(better, { 26: () => past }).lines)).toContain('an anchor of report 26 is for another chain');
		// Fresh anchors of a later day.
		const fresh = createSampleProof(better, { 26: stamped(26, CLOSE + 30 * DAY) });
		expect(await reasonOf(fresh.lines)).toContain('first proven at 2026-12-23T21:05:02Z (tsa.example.test), which is too late');
		// Fresh anchors within the tolerance, against a reader who kept one of the past.
		const early = createSampleProof(better, { 26: stamped(26, CLOSE + DAY) });
		expect(await reasonOf(early.lines, { anchors: await saved(honest().lines) })).toContain('for another chain');
		// An authority of the attacker's own.
		const forged = createSampleProof(better, {
			26: (link) => {
				const text = formatSampleHead(26, link, CLOSE);
				const proof = tsa.token(computeHeadDigest(text), CLOSE, { signer: 'other' }).toString('base64');
				return [{ kind: 'anchor', text, proofs: [{ kind: 'rfc3161', source: 'https://tsa.example.test/tsr', proof }] }];
			},
		});
		expect((await bothSay(await saved(forged.lines))).verdict).toBe('REFUSED');
	});

	when('is refused with a token of another imprint, of a certificate that is no good, or with SHA-1', async () => {
		const digest = (text: string) => computeHeadDigest(text);
		const tokens: Record<string, (text: string) => Buffer> = {
			'another imprint': (text) => tsa.token(digest(`${text} `), CLOSE),
			expired: (text) => tsa.token(digest(text), CLOSE, { signer: 'expired' }),
			'another purpose': (text) => tsa.token(digest(text), CLOSE, { signer: 'server' }),
			'SHA-1 as imprint': (text) => tsa.token(digest(text).subarray(0, 20), CLOSE, { imprint: 'sha1' }),
			'signed with SHA-1': (text) => tsa.token(digest(text), CLOSE, { digest: 'sha1' }),
		};
		for (const [label, token] of Object.entries(tokens)) {
			const { lines } = createSampleProof(day(), {
				26: (link) => {
					const text = formatSampleHead(26, link, CLOSE);
					const proof = token(text).toString('base64');
					return [{ kind: 'anchor', text, proofs: [{ kind: 'rfc3161', source: 'https://tsa.example.test/tsr', proof }] }];
				},
			});
			expect((await bothSay(await saved(lines))).verdict, label).toBe('REFUSED');
		}
	});

	when('is refused with a report that was published late with an early time', async () => {
		const late = (reports: SampleReport[]) => void reports.push({ publishedAt: utcMs(CLOSE - 3 * HOUR), price: 5, origin: 'live' });
		const anchors = { 26: stamped(26, CLOSE), 27: stamped(27, CLOSE + DAY) };
		expect(await reasonOf(createSampleProof(day(late), anchors).lines)).toContain(
			'but it was not among the reports of 2026-11-23T21:05:02Z',
		);
		// The same without the anchor that excludes it: reports before it were published later.
		expect(await reasonOf(createSampleProof(day(late), { 27: stamped(27, CLOSE + DAY) }).lines)).toContain('published later');
		// One that says it was reconstructed claims nothing.
		const rebuilt = day((reports) => {
			late(reports);
			(reports[26] as SampleReport).origin = 'reconstructed';
		});
		expect((await bothSay(await saved(createSampleProof(rebuilt, anchors).lines))).verdict).toBe('PROVEN');
	});

	when('is refused where a block was replaced, and where a file was cut off', async () => {
		const { lines } = createSampleProof(day(), { 26: inBlock(26, CLOSE) });
		const replaced = lines.map((line) =>
			line.kind === 'anchor'
				? { ...line, proofs: line.proofs.map((proof) => ('header' in proof ? { ...proof, header: `00${proof.header?.slice(2)}` } : proof)) }
				: line,
		);
		const file = await saved(lines);
		const headers = lines
			.flatMap((line) => (line.kind === 'anchor' ? line.proofs : []))
			.flatMap((one) => ('header' in one ? [one.header ?? ''] : []));
		const hash = hashBlock(Buffer.from(headers[0]!, 'hex'));
		expect((await bothSay(file, { block: hash })).verdict).toBe('PROVEN');
		const { status, stdout } = spawnSync(
			'python3',
			[join(import.meta.dirname, 'verify.py'), await saved(replaced), '--block', `${HEIGHT}:${hash}`],
			{ encoding: 'utf8' },
		);
		expect([status, stdout]).toEqual([1, expect.stringContaining('block 925000 has a different hash from the one you gave')]);
		const cut = join(folder, 'cut.proof');
		const text = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
		writeFileSync(cut, gzipSync(`${text.slice(0, -1).join('\n')}\n`));
		expect((await bothSay(cut)).verdict).toBe('REFUSED');
		expect((await bothSay(await saved([{ ...HEADER_LINE, format: 2 } as unknown as WrittenLine]))).verdict).toBe('REFUSED');
	});

	when('of a thousand reports with their anchors of 40 days is verified by both', async () => {
		const reports = Array.from({ length: 40 }, (_, at) => createSampleReports(25, FIRST + at * DAY)).flat();
		const anchors = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [25 * (at + 1), stamped(25 * (at + 1), CLOSE + at * DAY)]));
		expect(await bothSay(await saved(createSampleProof(reports, anchors, 1_200).lines))).toEqual({ verdict: 'PROVEN', reasons: [] });
	});

	when('may be proven later than the default where the reader allows it', async () => {
		const { lines } = createSampleProof(day(), { 26: stamped(26, CLOSE + 10 * DAY) });
		expect(await reasonOf(lines)).toContain('too late');
		expect((await bothSay(await saved(lines), { within: 20 * DAY })).verdict).toBe('PROVEN');
	});
});

describe.each(['.', 'format-3'])('the test vectors in %s', (folder) => {
	const vectors = join(import.meta.dirname, 'testing/vectors', folder);
	const file = join(vectors, 'three.proof');
	const [height, hash] = readFileSync(join(vectors, 'block.txt'), 'utf8').trim().split(':');
	const trust = {
		roots: readCertificates(join(vectors, 'roots.pem')),
		findHeader: (at: number, stated: Buffer | null) => (String(at) === height && stated && hashBlock(stated) === hash ? stated : undefined),
	};

	it('are proven by their authority and by their block', async () => {
		const { reports, heads, faults, unproven } = await verifyProof(readProof(file), { trust });
		expect([reports.length, faults, unproven]).toEqual([3, [], []]);
		expect(heads.map(({ by, time }) => [by, new Date(time).toISOString()])).toEqual([
			['tsa.example.test', '2026-11-27T21:05:02.000Z'],
			['Bitcoin block 925000', '2026-11-27T23:05:00.000Z'],
		]);
	});

	it('are refused with any of their parts changed', async () => {
		const lines = await Array.fromAsync(readProof(file));
		for (const at of lines.keys()) {
			const faults = async (changed: typeof lines) => (await verifyProof(changed, { trust })).faults.length;
			expect(await faults(lines.toSpliced(at, 1)), `without ${lines[at]?.kind}`).toBeGreaterThan(0);
			expect(await faults(lines.toSpliced(at, 0, lines[at] as (typeof lines)[0])), `twice ${lines[at]?.kind}`).toBeGreaterThan(0);
		}
	});

	it('are verified from the command line', async () => {
		const lines: string[] = [];
		const exit = await verifyFile({ path: file, roots: join(vectors, 'roots.pem'), blocks: { 925000: hash as string } }, (line) =>
			lines.push(line),
		);
		expect([exit, lines.at(-1), lines[1]]).toEqual([
			0,
			'PROVEN: 3 of 3 reports',
			'report 2026-11-27T15:00:00Z reverse, version 1: existed before 2026-11-27T21:05:02Z, by tsa.example.test',
		]);
		expect(await verifyFile({ path: file, blocks: {} }, (line) => lines.push(line))).toBe(3);
		expect(lines.at(-1)).toBe('NOT PROVEN: 0 of 3 reports');
		const [opening, first, ...rest] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
		const temporary = mkdtempSync(join(tmpdir(), 'proof-'));
		const altered = join(temporary, 'altered.proof');
		writeFileSync(altered, gzipSync([opening, first, first, ...rest].join('\n')));
		lines.length = 0;
		expect(await verifyFile({ path: altered, roots: join(vectors, 'roots.pem'), blocks: {} }, (line) => lines.push(line))).toBe(1);
		rmSync(temporary, { recursive: true });
		expect(lines.at(-1)).toMatch(/^REFUSED: /);
		await expect(verifyFile({ path: join(vectors, 'roots.pem'), blocks: {} }, () => {})).rejects.toThrow();
	});

	when('are proven by verify.py as well', () => {
		const program = join(import.meta.dirname, 'verify.py');
		const options = ['--roots', join(vectors, 'roots.pem'), '--block', `${height}:${hash}`];
		const { stdout, status } = spawnSync('python3', ['-I', program, file, ...options], { encoding: 'utf8' });
		expect([status, stdout]).toEqual([0, expect.stringMatching(/, 2 proven heads\n(?:report .*\n){3}PROVEN: 3 of 3\n$/)]);
	});
});

when('verify.py writes the rows of each format, with public information where they have it', () => {
	const vector = join(import.meta.dirname, 'testing/vectors/format-3/three.proof');
	const file = join(folder, 'rows.csv');
	const { status } = spawnSync('python3', ['-I', join(import.meta.dirname, 'verify.py'), vector, '--rows', file]);
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	expect(status).toBe(3);
	expect(lines[0]).toBe('report,ticker_id,symbol,w15,w30,w60,w240,w1d,price,mentions,information,form,items,accepted');
	expect([lines[1], lines[4], lines[5]]).toEqual([
		'1,1,AA,0,0,0,0,0,1.0,0,,,,',
		`2,1,AA,0,0,0,0,0,1.0001,0,10,1,64,${Date.UTC(2026, 10, 27, 15, 10) / 1_000}`,
		'2,2,BB,0,0,0,0,0,1.0001,0,5,0,0,0',
	]);
});
