import { Link } from '@tanstack/react-router';
import css from './footer.module.css';
import { PaletteSwitch } from './palette-switch.tsx';
import { words } from './words.ts';

/** Opened by the script of every page (features/manners), so that the application's scripts need not know them: the server alone draws them, and the browser leaves them as they are. */
const ACTS = import.meta.env.SSR
	? '<button type="button" data-act="contact">Contact</button><button type="button" data-act="cookies">Cookies</button>'
	: '';

export const Footer = () => (
	<footer className={css['footer']}>
		<p className={css['text']}>{words.disclaimer}</p>
		<p className={css['text']}>
			{words.charts}{' '}
			<a href={words.chartsUrl} className={css['link']}>
				{words.chartsName}
			</a>
			. {words.chartsCopyright}
		</p>
		<Link to="/signal-search" className={`${css['link']} ${css['way']}`} preload={false}>
			{words.signalSearch}
		</Link>
		{/* biome-ignore lint/security/noDangerouslySetInnerHtml: two buttons of ours */}
		<span className={`${css['acts']} needs-script`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: ACTS }} />
		<PaletteSwitch />
	</footer>
);
