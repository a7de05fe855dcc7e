import { LANGUAGES } from '@sw/domain/outreach/languages';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { LANGUAGE } from '../../lib/language.ts';
import { PRODUCT_VERSION } from '../../lib/product-version.ts';
import { chooseLanguage } from '../../lib/reader-language.ts';
import { choosePalette, PALETTES } from '../../lib/storage/appearance.ts';
import css from './footer.module.css';
import { words } from './words.ts';

/** Shows the footer of every page. For signed-in readers it links to the target lists, which aren't in the menu. */
export function Footer() {
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
}

/** Shows visitors links to other languages. Signed-in readers choose the language in their profile. */
function LanguageSwitch() {
	return LANGUAGES.filter(({ code }) => code !== LANGUAGE).map(({ code, native }) => (
		<button key={code} type="button" lang={code} className="needs-script" onClick={() => chooseLanguage(code)}>
			{native}
		</button>
	));
}

/** Switches the colors of rises and falls. The choice is stored in a cookie. */
export function PaletteSwitch() {
	const { palette } = useRouteContext({ from: '__root__' });
	return (
		<fieldset className={`${css['palettes']} needs-script`}>
			<legend className="visually-hidden">{words.paletteLabel}</legend>
			{PALETTES.map((name) => (
				<label key={name} className={css['palette']}>
					<input type="radio" name="palette" defaultChecked={name === palette} onChange={() => choosePalette(name)} />
					{words.palettes[name]}
				</label>
			))}
		</fieldset>
	);
}
