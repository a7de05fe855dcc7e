import { COVERAGE, type Filing, type FilingBook, FULLY_COVERED, publicAt } from '../filing-book.ts';
import { informationForm } from '../forms.ts';
import { formCode, itemBits } from '../information-codes.ts';

/** Creates a filing book for tests that reads every filing for each question. The tickers in `coveredTickers` are mapped, loaded and reachable at any time. */
export function createPlainBook(filings: readonly Filing[], coveredTickers: readonly number[]): FilingBook {
	const book: FilingBook = {
		informationInputs: (ticker, { from, at }, knowledge) => ({
			filings: filings
				.filter(({ tickerId, form }) => tickerId === ticker && informationForm(form) !== undefined)
				.filter(({ acceptedAt, seenAt }) => publicAt(acceptedAt) <= at && (knowledge === 'reconstructed' || seenAt <= at))
				.filter(({ acceptedAt }) => publicAt(acceptedAt) > from)
				.sort((a, b) => b.acceptedAt - a.acceptedAt),
			coverage: coveredTickers.includes(ticker) ? FULLY_COVERED : COVERAGE.mapped,
		}),
		informationColumns: (tickers, lookBack, knowledge) => {
			const inputs = Array.from(tickers, (ticker) => book.informationInputs(ticker as never, lookBack, knowledge));
			const newest = inputs.map((tickerInputs) => tickerInputs.filings[0]);
			return {
				form: Uint8Array.from(newest, (filing) => formCode(filing?.form ?? '')),
				items: Uint32Array.from(newest, (filing) => itemBits(filing?.items ?? [])),
				acceptedAt: Float64Array.from(newest, (filing) => filing?.acceptedAt ?? 0),
				coverage: Uint8Array.from(inputs, ({ coverage }) => coverage),
			};
		},
		issuerOf: () => undefined,
	};
	return book;
}
