import { mount } from "svelte";
import App from "./App.svelte";
import { system } from "./system";
import "./font.css";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
document.documentElement.dataset.system = system;
mount(App, { target });
