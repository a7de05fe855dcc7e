import { Link } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { PRODUCT_VERSION } from '../../lib/product-version.ts';
import css from './footer.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { PaletteSwitch } from './palette-switch.tsx';
import { words } from './words.ts';

/** The footer of every page; for signed-in readers it links to the target lists, which the menu doesn't. */
export const Footer = () => {
	const signedIn = useSession().profile !== null;
	return (
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
				{words.plans}
			</Link>
			<Link to="/signal-search" className={`${css['link']} ${css['way']}`} preload={false}>
				{words.signalSearch}
			</Link>
			{signedIn ? (
				<Link to="/target" className={`${css['link']} ${css['way']}`} preload={false}>
					{words.targets}
				</Link>
			) : (
				<LanguageSwitch />
			)}
			<PaletteSwitch />
			<p className={css['text']}>
				{words.product} {PRODUCT_VERSION}
			</p>
		</footer>
	);
};
