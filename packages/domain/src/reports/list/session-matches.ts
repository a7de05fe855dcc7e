import type { ParameterSet } from '../../signals/parameters.ts';
import type { ReportTable } from '../../signals/report-table.ts';
import type { ListQuestion } from './list-question.ts';
import { memberRows } from './ranking-members.ts';

/** The session of each row, given the sessions' ascending first instants: the last one not after the row's time; -1 before all of them. */
export function sessionOfEachRow(times: ArrayLike<number>, starts: readonly number[]): Int16Array {
	const places = new Int16Array(times.length);
	for (let row = 0; row < times.length; row++) {
		let place = starts.length - 1;
		while (place >= 0 && starts[place]! > times[row]!) place--;
		places[row] = place;
	}
	return places;
}

/** Number of rows matching a count question, by session. `places` is -1 for a row that doesn't count. */
export function matchesBySession(
	table: ReportTable,
	places: Int16Array,
	sessions: number,
	question: ListQuestion,
	parameters: ParameterSet,
): Uint16Array {
	const counts = new Uint16Array(sessions);
	for (const row of memberRows(table, question, parameters)) {
		const place = places[row]!;
		if (place >= 0) counts[place] = counts[place]! + 1;
	}
	return counts;
}
