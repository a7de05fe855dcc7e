import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import { FixButton } from './fix-actions.tsx';
import css from './health.module.css';
import type { HealthProblem } from './problems.ts';
import { healthWords as words } from './words.ts';

/** Problems come first, each with its fix. */
export function ProblemList({ problems }: { problems: readonly HealthProblem[] }) {
	return (
		<section className={panel['panel']} aria-label={words.problems}>
			<h2 className={panel['title']}>{words.problems}</h2>
			{problems.length === 0 ? (
				<p className={css['well']}>
					<i className={css['mark']} data-state="in_time" />
					{words.well}
				</p>
			) : (
				<ul className={css['problems']}>
					{problems.map(({ key, what, fix, act, way }) => (
						<li key={key} className={css['problem']}>
							<p>
								<b>{what}</b> {fix}
							</p>
							{act || way ? (
								<div className={css['ways']}>
									{way ? (
										<Link {...way.link} className={buttonClass}>
											{way.label}
										</Link>
									) : null}
									{act ? <FixButton act={act} /> : null}
								</div>
							) : null}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
