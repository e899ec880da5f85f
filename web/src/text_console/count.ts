// "1,234 tables", "1 table".
export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
