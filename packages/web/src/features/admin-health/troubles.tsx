import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import css from './health.module.css';
import { Mend } from './mend-acts.tsx';
import type { Trouble } from './problems.ts';
import { healthWords as words } from './words.ts';

/** Problems come first, each with its fix. */
export const Troubles = ({ troubles }: { troubles: readonly Trouble[] }) => (
	<section className={panel['panel']} aria-label={words.problems}>
		<h2 className={panel['title']}>{words.problems}</h2>
		{troubles.length === 0 ? (
			<p className={css['well']}>
				<i className={css['mark']} data-state="in_time" />
				{words.well}
			</p>
		) : (
			<ul className={css['troubles']}>
				{troubles.map(({ key, what, mend, act, way }) => (
					<li key={key} className={css['trouble']}>
						<p>
							<b>{what}</b> {mend}
						</p>
						{act || way ? (
							<div className={css['ways']}>
								{way ? (
									<Link {...way.link} className={buttonClass}>
										{way.label}
									</Link>
								) : null}
								{act ? <Mend act={act} /> : null}
							</div>
						) : null}
					</li>
				))}
			</ul>
		)}
	</section>
);
