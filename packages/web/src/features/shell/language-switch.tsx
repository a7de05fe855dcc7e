import { LANGUAGES } from '@sw/domain/outreach/languages';
import { LANGUAGE } from '../../lib/language.ts';
import { chooseLanguage } from '../../lib/reader-language.ts';

/** Links to other languages for visitors; signed-in readers choose in their profile. */
export const LanguageSwitch = () =>
	LANGUAGES.filter(({ code }) => code !== LANGUAGE).map(({ code, own }) => (
		<button key={code} type="button" lang={code} className="needs-script" onClick={() => chooseLanguage(code)}>
			{own}
		</button>
	));
