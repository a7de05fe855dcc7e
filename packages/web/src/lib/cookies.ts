const YEAR_SECONDS = 31_536_000;

/** The value of a cookie in a Cookie header or `document.cookie`; undefined when absent. Values written here need no decoding. */
export const readCookie = (header: string, name: string): string | undefined =>
	header
		.split('; ')
		.find((pair) => pair.startsWith(`${name}=`))
		?.slice(name.length + 1);

/** A cookie that lasts a year and goes to this site only. */
export const cookieText = (name: string, value: string, secure: boolean): string =>
	`${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
