import { isListedType, type ListTickerType } from '@sw/domain/prices/ticker';
import type { TypeRule } from '@sw/domain/reports/list-question';
import type { Directory } from '../market/window/directory.ts';

/** The tickers of a list by type. A ticker that the directory no longer has counts as a stock. */
export function typeRule(directory: Pick<Directory, 'byId'>, list: ListTickerType): TypeRule {
	const typeOf = (id: number) => directory.byId(id)?.type ?? 'stocks';
	return { includes: (id) => isListedType(list, typeOf(id)), isIndex: (id) => typeOf(id) === 'index' };
}
