import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { slotOf } from '@sw/domain/time/slots';
import { utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { importAll } from '../../files/testing/import-all.ts';
import { createMatrices, type MatrixInput } from '../../files/testing/matrices-of.ts';

export const MARKET_FOLDER = join(import.meta.dirname, 'market');

/** Text of a committed file of the golden market. */
export function readMarketText(name: string): string {
	return gunzipSync(readFileSync(join(MARKET_FOLDER, `${name}.gz`))).toString('utf8');
}

/** The golden market as engine input: bars through the regular import, plus the option sums. */
export async function readGoldenMarket(): Promise<MatrixInput> {
	const market = createMatrices((await importAll(join(MARKET_FOLDER, 'bars.csv.gz'))).flatMap(({ blocks }) => blocks));
	const dayByDate = new Map<string, MatrixInput['days'][number]>(market.days.map((day) => [day.session.date, day]));
	for (const line of readMarketText('options.csv').trim().split('\n').slice(1)) {
		const [time, symbol = '', calls, puts] = line.split(',');
		const instant = utcMs(Date.parse(`${time}Z`));
		const day = dayByDate.get(newYorkDate(instant));
		if (!day) continue;
		const cell = slotOf(day.session, instant) * market.symbols.length + market.symbols.indexOf(symbol);
		day.matrix.calls[cell] = Number(calls);
		day.matrix.puts[cell] = Number(puts);
	}
	return market;
}
