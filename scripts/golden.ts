/** `npm run golden`: rebuilds the golden market from the simulated one, in the format that the tests read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeMarket } from '../packages/server/src/intake/testing/golden/make-market.ts';
import { MARKET_FOLDER } from '../packages/server/src/intake/testing/golden/read-market.ts';

mkdirSync(MARKET_FOLDER, { recursive: true });
for (const [name, text] of Object.entries(await makeMarket())) {
	const packed = gzipSync(text, { level: 9 });
	writeFileSync(join(MARKET_FOLDER, `${name}.gz`), packed);
	console.log(`wrote ${name}.gz, ${packed.length} bytes`);
}
