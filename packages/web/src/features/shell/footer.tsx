import { Link } from '@tanstack/react-router';
import css from './footer.module.css';
import { PaletteSwitch } from './palette-switch.tsx';
import { words } from './words.ts';

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
		<Link to="/prices" className={`${css['link']} ${css['way']}`} preload={false}>
			{words.prices}
		</Link>
		<Link to="/signal-search" className={`${css['link']} ${css['way']}`} preload={false}>
			{words.signalSearch}
		</Link>
		<PaletteSwitch />
	</footer>
);
