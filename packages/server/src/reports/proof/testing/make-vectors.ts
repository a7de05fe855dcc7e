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
import { headOf, sampleBlock, sampleProof, sampleReports } from './sample-chain.ts';

const HEIGHT = 925_000;
const FIRST = Date.UTC(2026, 10, 27, 15, 1);
const CLOSE = Date.UTC(2026, 10, 27, 21, 5);
const folder = join(import.meta.dirname, 'vectors/format-3');

using tsa = startLocalTsa();
mkdirSync(folder, { recursive: true });
const { lines } = sampleProof(sampleReports(3, FIRST), {
	3: (link) => {
		const text = headOf(3, link, CLOSE);
		const digest = computeHeadDigest(text);
		const { ots, header, hash } = sampleBlock(digest, HEIGHT, CLOSE + 2 * HOUR);
		writeFileSync(join(folder, 'block.txt'), `${HEIGHT}:${hash}\n`);
		const token = tsa.token(digest, CLOSE + 2_000).toString('base64');
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
