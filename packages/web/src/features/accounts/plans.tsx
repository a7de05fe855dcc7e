import { FILTERS_ALLOWED } from '@sw/domain/access/allowance';
import { LICENCES } from '@sw/domain/reports/licence';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { buttonClass } from '../../ui/button.ts';
import { Pill } from '../../ui/pill.tsx';
import page from '../../ui/settings-page.module.css';
import css from './panel.module.css';
import { Panel } from './panel.tsx';
import { planWords, words } from './words.ts';

/** What each licence opens. */
export const Plans = () => {
	const { state, profile } = useSession();
	return (
		<div className={`${page['page']} ${page['wide']}`}>
			<h1 className={page['heading']}>{planWords.title}</h1>
			<p>{planWords.intro}</p>
			<div className={css['plans']}>
				{LICENCES.map((licence) => (
					<Panel key={licence} title={planWords.names[licence]}>
						{profile?.license === licence ? <Pill>{planWords.yours}</Pill> : null}
						<ul>
							<li>{planWords.reports[licence]}</li>
							<li>{planWords.filters(FILTERS_ALLOWED[licence])}</li>
							<li>{planWords.common}</li>
						</ul>
					</Panel>
				))}
			</div>
			{state === 'no_auth' ? (
				<p>
					<Link to="/auth/signup" className={buttonClass}>
						{words.signUp}
					</Link>
				</p>
			) : null}
			<p className={css['muted']}>{planWords.hypothetical}</p>
		</div>
	);
};
