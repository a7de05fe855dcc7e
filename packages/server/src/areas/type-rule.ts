import { isListedType, type ListTickerType, typeAt } from '@sw/domain/prices/ticker';
import type { TypeRule } from '@sw/domain/reports/list/list-question';
import type { Directory } from '../market/window/directory.ts';

/** Returns the rule for the tickers that a list of a type includes. A ticker that is no longer in the directory counts as a stock. */
export function createTypeRule(directory: Pick<Directory, 'byId'>, list: ListTickerType): TypeRule {
	const typeOf = (id: number, time: number) => {
		const ticker = directory.byId(id);
		return ticker ? typeAt(ticker, time) : 'stocks';
	};
	return {
		includes: (id, time) => isListedType(list, typeOf(id, time)),
		isIndex: (id, time) => typeOf(id, time) === 'index',
	};
}
