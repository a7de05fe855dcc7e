import { type OptionBlock, optionBlock } from '@sw/domain/prices/blocks';
import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { SymbolBlock } from '../../intake/files/fold/symbol-block.ts';

/**
 * Option totals of days without data by slot, as rows one slot before the next session's open: they are unknown before then, and the 1d bar has them from
 * there on. Undefined when every day has data by slot.
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
