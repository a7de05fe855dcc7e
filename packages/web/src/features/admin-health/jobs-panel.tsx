import { Link, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { screenDates } from '../../lib/format/screen-dates.ts';
import panel from '../../ui/panel.module.css';
import css from './health.module.css';
import { DETAIL_PAGES } from './problems.ts';
import type { Job } from './queries.ts';
import { healthWords as words } from './words.ts';

const MARKS = { queued: 'to_come', running: 'to_come', done: 'in_time', failed: 'missed', canceled: 'to_come' } as const;

/** The newest jobs, with progress, failure reasons and cancel buttons. */
export function JobsPanel({ jobs }: { jobs: readonly Job[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	return (
		<section className={panel['panel']} aria-label={words.jobs}>
			<div className={css['titleLine']}>
				<h2 className={panel['title']}>{words.jobs}</h2>
				<nav className={css['lookInto']} aria-label={words.allJobs}>
					{[DETAIL_PAGES.jobs, DETAIL_PAGES.failed].map(({ label, link }) => (
						<Link key={label} {...link}>
							{label}
						</Link>
					))}
				</nav>
			</div>
			{jobs.length === 0 ? <p className={css['well']}>{words.noJobs}</p> : null}
			<ul className={css['jobs']}>
				{jobs.map(({ id, kind, state, phase, progress, by, error }) => (
					<li key={id}>
						<p>
							<b>{words.job(kind)}</b> <small>{by}</small>
						</p>
						<p className={state === 'failed' ? css['fault'] : undefined}>
							<i className={css['mark']} data-state={MARKS[state]} />
							{state === 'running' ? screenDates(phase) : words.jobState[state]}
							{error === null ? '' : `: ${screenDates(error)}`}
						</p>
						{progress === null ? null : <progress max={1} value={progress} aria-label={words.progress(kind)} />}
						{state === 'queued' || state === 'running' ? (
							<ActionButton
								label={words.cancel}
								named={words.cancelNamed(kind)}
								will={words.cancelWill}
								sure={words.sure}
								act={async () => {
									await api.operations.cancelJob({ params: { id } });
									return words.canceled(kind);
								}}
							/>
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
}
