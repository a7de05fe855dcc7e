import { Link } from '@tanstack/react-router';
import { reachWords } from '../../entities/record/reach-words.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import type { SearchTask } from './queries.ts';
import { NOTHING_STATED, type SearchState } from './search-state.ts';
import css from './signal-search.module.css';
import { searchLink } from './use-address.ts';
import { words } from './words.ts';

/** The reader's searches, newest first, each with its state. */
export function TaskList({ tasks, state }: { tasks: readonly SearchTask[]; state: SearchState }) {
	return (
		<ul className={css['tasks']}>
			{tasks.map((task) => {
				const main = task.results[task.main];
				return (
					<li key={task.id} data-state={task.state}>
						<Link
							{...searchLink({ ...state, stated: NOTHING_STATED, task: task.id, part: undefined, page: 1 })}
							className={panel['inline'] ?? ''}
							aria-current={task.id === state.task ? 'true' : undefined}
							preload={false}
							resetScroll={false}
						>
							{task.name}
						</Link>
						<span>
							{words.states[task.state]}
							{task.state === 'running' ? ` ${Math.round(task.progress * 100)} %` : ''}
						</span>
						<small>
							<EtTime ms={msOf(task.created)}>{etDayClock(msOf(task.created))}</EtTime>
							{main && main.n > 0 ? ` · ${words.found(main.n)}, ${reachWords.seesShort(main)}, ${formatShare(main.hit_rate)}` : ''}
						</small>
					</li>
				);
			})}
		</ul>
	);
}
