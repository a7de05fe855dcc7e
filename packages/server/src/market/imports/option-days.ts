import { type OptionBlock, optionBlock } from '@sw/domain/prices/blocks';
import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SymbolBlock } from '../../intake/files/fold/symbol-block.ts';

/**
 * Option totals of days whose contracts are not known by the slot, as rows a slot before the open of the session after: nobody knew them before then, and from
 * then on they stand for its 1d bar. Undefined when every day is told by the slot.
 */
export const eveningOptions = ({ options, optionDays = [] }: SymbolBlock, calendar: Calendar): OptionBlock | undefined => {
	const bySlot = new Set(Array.from(options?.time.subarray(0, options.count) ?? [], (time) => newYorkDate(time * SECOND)));
	const days = optionDays.filter(({ measure, date }) => measure === 'volume' && !bySlot.has(date) && calendar.sessionOn(date));
	const block = optionBlock(days.length);
	for (const { date, calls, puts } of days) {
		const next = calendar.nextSession(date);
		if (!next) continue;
		const at = block.count++;
		block.time[at] = (next.open - SLOT_MS) / SECOND;
		block.calls[at] = calls.total;
		block.puts[at] = puts.total;
	}
	return block.count > 0 ? block : undefined;
};
