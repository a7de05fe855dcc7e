import panel from '../../ui/panel.module.css';
import { Progress } from '../../ui/states/progress.tsx';
import { Retry } from '../../ui/states/retry.tsx';
import type { Record } from './use-record.ts';
import css from './validation.module.css';
import { validationWords as words } from './words.ts';

/** A record that is loading, with its progress, or that failed to load. */
export function RecordWaiting({
	record: { progress, error, refusal, retry },
}: {
	record: Pick<Record, 'progress' | 'error' | 'refusal' | 'retry'>;
}) {
	return error ? (
		<div className={panel['note']} role="status">
			<p>{refusal ?? words.failedNext}</p>
			{refusal === undefined ? <Retry retry={retry}>{words.retry}</Retry> : null}
		</div>
	) : (
		<div className={css['recordWaiting']} aria-busy="true">
			{progress?.state === 'waiting' ? (
				<p className={panel['note']}>{words.waiting}</p>
			) : (
				<Progress share={progress?.progress ?? 0} words={words.working} />
			)}
		</div>
	);
}
