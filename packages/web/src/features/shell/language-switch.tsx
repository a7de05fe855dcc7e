import { LANGUAGES } from '@sw/domain/outreach/languages';
import { LANGUAGE } from '../../lib/language.ts';
import { chooseLanguage } from '../../lib/reader-language.ts';

/** The other languages for strangers; who is signed in chooses in the profile. */
export const LanguageSwitch = () =>
	LANGUAGES.filter(({ code }) => code !== LANGUAGE).map(({ code, own }) => (
		<button key={code} type="button" lang={code} className="needs-script" onClick={() => chooseLanguage(code)}>
			{own}
		</button>
	));
