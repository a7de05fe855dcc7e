import { type Filing, publicAt } from '../filing.ts';
import { COVERAGE, type FilingBook, FULLY_COVERED } from '../filing-book.ts';
import { informationForm } from '../forms.ts';

/** A filing book that reads every filing for each question, for tests. Tickers in `covered` are mapped, loaded and reachable at any time. */
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
			return {
				count: Uint16Array.from(inputs, (found) => found.filings.length),
				newest: Int32Array.from(inputs, (found) => (found.filings[0] ? filings.indexOf(found.filings[0]) : -1)),
				coverage: Uint8Array.from(inputs, ({ coverage }) => coverage),
			};
		},
		filingAt: (row) => filings[row] as Filing,
		issuerOf: () => undefined,
	};
	return book;
}
