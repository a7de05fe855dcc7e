import { describe, expect, it } from 'vitest';
import { asksForReports } from './market-hours.ts';

const at = (clock: string): boolean => asksForReports(Date.parse(`2026-06-30T${clock}:00Z`));

describe('the minute tick', () => {
	it.each(['13:30', '13:45', '14:00', '20:00', '21:00', '21:45'])('asks at %s', (clock) => {
		expect(at(clock)).toBe(true);
	});

	it.each(['12:45', '13:00', '13:15', '13:31', '14:07', '22:00', '00:00'])('does not ask at %s', (clock) => {
		expect(at(clock)).toBe(false);
	});
});
