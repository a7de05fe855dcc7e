/** Tickers named in a text: cashtags always; words in capitals when they are no word or abbreviation that people write for other reasons. */
import { normalSymbol } from '@sw/domain/prices/symbol';

/** Symbols that are more often something else: found as false hits in real posts, and their like. */
const COMMON = new Set(
	`ALL AM AMP AN AND ANY API ARE ATH ATM BE BIG BUY BY CAN CASH CEO CFO COM CPI DD DO EDIT ELSE EOD EPS ETF EU EV FAST FDA FED FOR FUN GDP GO GOOD GROW HAS HE
	HOLD HOPE HUGE II IMO IN INFO IPO IRS IS IT JAN KEY KIDS LAND LIFE LIVE LOAN LOVE LOW MAN MOON NEW NEXT NICE NOW NYC NYT NYSE OF ON ONE OP OPEN OR OUT PAY
	PE PEAK PLAN PLAY PM POST PSA PUMP REAL RH RIDE ROI ROPE SAFE SALE SAVE SEC SEE SELL SHO SO STAY TA TECH THE TLDR TO TOP TRUE TWO UK UP US USA USD VERY VS
	WELL WHO WSB XL YOLO YOU`
		.split(/\s+/)
		.filter(Boolean),
);
const CASHTAG = /\$([A-Za-z]{1,5}(?:[.-][A-Za-z])?)(?![A-Za-z])/g;
const WORD = /(?<![\p{L}\p{N}$&'’-])([A-Z]{3,5}(?:[.-][A-Z])?)(?![\p{L}\p{N}&'’-])/gu;

/** Which of the known symbols a text names, each once. */
export function matchTickers(text: string, known: ReadonlySet<string>): Set<string> {
	const found = new Set<string>();
	const add = (written: string): void => {
		const symbol = known.has(written) ? written : normalSymbol(written);
		if (symbol !== undefined && known.has(symbol)) found.add(symbol);
	};
	for (const [, tag = ''] of text.matchAll(CASHTAG)) add(tag.toUpperCase());
	// A text all in capitals names no ticker by them.
	const letters = text.replace(/[^A-Za-z]/g, '');
	if (letters.length > 20 && letters === letters.toUpperCase()) return found;
	for (const [, word = ''] of text.matchAll(WORD)) if (!COMMON.has(word)) add(word);
	return found;
}
