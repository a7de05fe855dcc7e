import { COVERAGE, type Filing, type FilingBook, FULLY_COVERED, publicAt } from '../filing-book.ts';
import { informationForm } from '../forms.ts';
import { formCode, itemBits } from '../information-codes.ts';

/** Creates a filing book for tests that reads every filing for each question. Tickers in `covered` are mapped, loaded and reachable at any time. */
export function plainBook(filings: readonly Filing[], covered: readonly number[]): FilingBook {
	const book: FilingBook = {
		informationInputs: (ticker, { from, at }, knowledge) => ({
			filings: filings
				.filter(({ tickerId, form }) => tickerId === ticker && informationForm(form) !== undefined)
				.filter(({ acceptedAt, seenAt }) => publicAt(acceptedAt) <= at && (knowledge === 'reconstructed' || seenAt <= at))
				.filter(({ acceptedAt }) => publicAt(acceptedAt) > from)
				.sort((one, other) => other.acceptedAt - one.acceptedAt),
			coverage: covered.includes(ticker) ? FULLY_COVERED : COVERAGE.mapped,
		}),
		informationColumns: (tickers, lookBack, knowledge) => {
			const inputs = Array.from(tickers, (ticker) => book.informationInputs(ticker as never, lookBack, knowledge));
			const newest = inputs.map((found) => found.filings[0]);
			return {
				form: Uint8Array.from(newest, (found) => formCode(found?.form ?? '')),
				items: Uint32Array.from(newest, (found) => itemBits(found?.items ?? [])),
				acceptedAt: Float64Array.from(newest, (found) => found?.acceptedAt ?? 0),
				coverage: Uint8Array.from(inputs, ({ coverage }) => coverage),
			};
		},
		issuerOf: () => undefined,
	};
	return book;
}
