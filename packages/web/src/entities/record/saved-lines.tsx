import type { Validation } from '../../lib/api/types.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import css from './record.module.css';
import { recordWords as words } from './words.ts';

const LINES = { before: 'Before it was saved', since: 'Since then, live reports only', hypothetical: 'Hypothetical.' } as const;

/** The record of a saved filter in two lines: the past it was chosen on, and live results since. */
export const SavedLines = ({ saved }: { saved: NonNullable<Validation['saved']> }) => {
	const at = msOf(saved.at);
	return (
		<dl className={css['lines']}>
			<dt>{LINES.since}</dt>
			<dd>{words.line(saved.since.result)}</dd>
			<dt>{LINES.before}</dt>
			<dd>{words.line(saved.before.result)}</dd>
			<dd>
				<EtTime ms={at}>{words.begins[saved.begins](etDayClock(at))}</EtTime> {LINES.hypothetical}
			</dd>
		</dl>
	);
};
