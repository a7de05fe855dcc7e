import { COMMON_PASSWORD_MESSAGE, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizePassword } from '@sw/domain/access/form-rules';
import { malformed, Problem } from '../../../platform/errors.ts';

/** Throws 400 about the field for a common password. */
export function refuseCommonPassword(field: string, password: string, email: string): void {
	if (isCommonPassword(password, email)) throw malformed(field, COMMON_PASSWORD_MESSAGE);
}

/** Creates a 422 about a field whose value is well-formed but wrong. */
export function unprocessable(field: string, message: string): Problem {
	return new Problem('unprocessable', { errors: [{ field, message }] });
}

/** Whether a password is common, is the account's address, or is the part before the @ with digits or symbols. */
export function isCommonPassword(password: string, email: string): boolean {
	const commonPasswordSet = getCommonPasswords();
	const normalized = normalizePassword(password).toLowerCase();
	if (commonPasswordSet.has(normalized) || commonPasswordSet.has(replaceLeet(normalized)) || isRepetition(normalized)) return true;
	// Only the stem is read as letters: 'p@ssw0rd2024' is 'password' and '2024'. A common word stays common with any digits and symbols after it.
	const [, stem = '', ending = ''] = /^(.*?)([\d!@#$.?_-]*)$/su.exec(normalized) ?? [];
	if (commonPasswordSet.has(replaceLeet(stem) + ending) || COMMON_WORDS.has(replaceLeet(stem))) return true;
	const normalizedEmail = email.toLowerCase();
	const localPart = normalizedEmail.split('@')[0] ?? '';
	return (
		normalized === normalizedEmail ||
		(localPart.length >= 4 && normalized.startsWith(localPart) && /^[\d\W_]*$/.test(normalized.slice(localPart.length)))
	);
}

/** Whether the text repeats a part of up to six characters: 'aaaaaaaaaa', 'abcabcabcabc'. */
function isRepetition(text: string): boolean {
	return /^(.{1,6}?)\1+.{0,5}$/su.test(text) && new Set(text).size <= 6 && text.length <= 64;
}

/**
 * Words from which common passwords of at least MIN_PASSWORD_LENGTH characters are generated. The few leaked passwords of that length follow a handful of
 * patterns: a common word with an ending, a doubled word, a keyboard walk, a repeated part. The patterns here generate about 100,000 passwords.
 */
const WORDS = `password passwort passw0rd pass admin administrator welcome letmein login master secret qwerty qwertz azerty iloveyou love
lovely princess sunshine football baseball basketball soccer hockey monkey dragon shadow superman batman spiderman starwars pokemon
charlie michael jennifer jessica jordan daniel thomas robert william matthew andrew joshua ashley amanda michelle nicole hannah
samantha elizabeth alexander benjamin anthony christian summer winter spring autumn january february march april june july august
september october november december monday tuesday wednesday thursday friday saturday sunday computer internet google facebook
instagram youtube microsoft windows apple samsung android killer hunter ranger gandalf whatever freedom forever trustno trustnoone
changeme default temp temporary test testing tester user username guest root system server database company office private
family mother father brother sister baby babygirl angel flower butterfly chocolate cookie cheese pepper ginger banana orange purple
yellow silver golden diamond money dollar bitcoin crypto trading trader stocks stock market broker invest investor wallstreet finance
bullmarket bearmarket signal signals signalwheel wheel america canada england london paris berlin newyork chicago boston texas florida
california liverpool arsenal chelsea manchester barcelona madrid yankees cowboys steelers eagles lakers mustang ferrari porsche
mercedes corvette harley yamaha honda toyota hello helloworld goodbye welcomehome thankyou please happy lucky blessed jesus jesuschrist
heaven hell god faith peace abc abcd abcde abcdef abcdefg abcdefgh`
	.split(/\s+/)
	.filter(Boolean);

const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS);

const ENDINGS = [
	'', '1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1234567890', '0', '00', '000', '01', '007', '11', '111', '1111',
	'2', '21', '22', '222', '23', '3', '321', '4321', '54321', '654321', '69', '7', '77', '777', '8', '88', '9', '99', '999', '!', '!!', '!1', '1!', '12!', '123!', '1234!',
	'@', '@1', '@12', '@123', '@1234', '#1', '#123', '$', '$1', '.', '..', '?', '_1', '_123', '-1', '-123', 'abc', 'abc123', 'qwe', 'xyz',
]; // biome-ignore format: a table
const YEARS = Array.from({ length: 91 }, (_, i) => String(1950 + i));

const KEYBOARD_WALKS = [
	'1234567890',
	'qwertyuiop',
	'asdfghjkl',
	'zxcvbnm',
	'abcdefghijklmnopqrstuvwxyz',
	'1qaz2wsx3edc4rfv5tgb6yhn',
	'qazwsxedcrfvtgbyhnujm',
	'1q2w3e4r5t6y7u8i9o0p',
	'q1w2e3r4t5y6u7i8o9p0',
	'a1b2c3d4e5f6g7h8i9j0',
	'147258369',
	'159753',
	'789456123',
	'741852963',
	'102030405060',
	'112233445566778899',
	'123321',
	'1234554321',
	'123123',
	'121212',
	'11223344',
	'qweasdzxc',
	'asdfghjkl;',
	'qwertyasdfgh',
	'qwerty123456',
	'123qweasd',
	'123456qwerty',
	'1234qwer',
	'abc123abc',
	'1a2b3c4d5e',
	'aaabbbccc',
	'0987654321',
	'987654321',
];

/** Digits and symbols used in place of letters. */
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

function replaceLeet(text: string): string {
	return text.replace(/[013457@$!]/g, (character) => LEET[character] ?? character);
}

let cachedPasswords: ReadonlySet<string> | undefined;

/** Returns all generated passwords, built on first use. */
export function getCommonPasswords(): ReadonlySet<string> {
	cachedPasswords ??= generateCommonPasswords();
	return cachedPasswords;
}

function generateCommonPasswords(): ReadonlySet<string> {
	const passwords = new Set<string>();
	const add = (text: string): void => {
		if (text.length >= MIN_PASSWORD_LENGTH && text.length <= MAX_PASSWORD_LENGTH) passwords.add(text);
	};
	for (const word of WORDS) {
		for (const ending of [...ENDINGS, ...YEARS]) {
			for (const base of [word, word + word]) add(base + ending);
			if (ending !== '') add(ending + word);
		}
	}
	for (const walk of [...KEYBOARD_WALKS, ...KEYBOARD_WALKS.map(reverseText)]) {
		for (let length = 3; length <= walk.length; length++) {
			const walkStart = walk.slice(0, length);
			for (const ending of ENDINGS) add(walkStart + ending);
			add(walkStart + walkStart);
			add(walkStart + reverseText(walkStart));
		}
	}
	return passwords;
}

function reverseText(text: string): string {
	return [...text].reverse().join('');
}
