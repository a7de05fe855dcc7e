/**
 * Writes the test vectors of docs/proof-format.md; those of earlier formats are kept. Needs openssl.
 * Run: node packages/server/src/reports/proof/testing/make-vectors.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR } from '@sw/domain/time/units';
import { computeHeadDigest } from '../../anchors/head-text.ts';
import { startLocalTsa } from '../../anchors/testing/local-tsa.ts';
import { writeProof } from '../proof-file.ts';
import { createSampleBlock, createSampleProof, createSampleReports, formatSampleHead } from './sample-chain.ts';

const BLOCK_HEIGHT = 925_000;
const FIRST_PUBLISHED_AT = Date.UTC(2026, 10, 27, 15, 1);
const HEAD_READ_AT = Date.UTC(2026, 10, 27, 21, 5);
const folder = join(import.meta.dirname, 'vectors/format-3');

using tsa = startLocalTsa();
mkdirSync(folder, { recursive: true });
const { lines } = createSampleProof(createSampleReports(3, FIRST_PUBLISHED_AT), {
	3: (link) => {
		const text = formatSampleHead(3, link, HEAD_READ_AT);
		const digest = computeHeadDigest(text);
		const { ots, header, hash } = createSampleBlock(digest, BLOCK_HEIGHT, HEAD_READ_AT + 2 * HOUR);
		writeFileSync(join(folder, 'block.txt'), `${BLOCK_HEIGHT}:${hash}\n`);
		const token = tsa.token(digest, HEAD_READ_AT + 2_000).toString('base64');
		return [
			{
				kind: 'anchor',
				text,
				proofs: [
					{ kind: 'rfc3161', source: 'https://tsa.example.test/tsr', proof: token },
					{
						kind: 'opentimestamps',
						source: 'https://calendar.example.test',
						proof: ots.toString('base64'),
						header: header.toString('hex'),
					},
				],
			},
		];
	},
});
writeFileSync(join(folder, 'roots.pem'), tsa.root);
await writeProof(
	join(folder, 'three.proof'),
	(async function* () {
		yield* lines;
	})(),
);
